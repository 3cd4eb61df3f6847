#if CLI
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// The members of a configuration file, each by its path, checked.
struct SettingsFile {
  let path: String
  let values: [ServeSetting: JSONValue]

  /// Reads a file. A member that isn't known is an error: a misspelt one would leave a server open, or unlike what was meant.
  /// - Parameter path: where the file is; absolute.
  /// - Throws: `SettingsError`.
  init(path: String) throws(SettingsError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      let code = (error as? CocoaError)?.code
      throw .fileUnreadable(
        path: path,
        cause: code == .fileReadNoSuchFile ? "there is none" : "this user may not read it, or it is none")
    }
    try self.init(path: path, octets: Array(data))
  }

  /// Reads a file's text.
  init(path: String, octets: [UInt8]) throws(SettingsError) {
    let json: JSONValue
    do {
      json = try JSONValue(octets: octets)
    } catch {
      throw .fileNotJSON(path: path, cause: "\(error)")
    }
    guard let members = json.object else { throw .fileNotJSON(path: path, cause: "it is another value") }
    self.path = path
    var values: [ServeSetting: JSONValue] = [:]
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    for (name, value) in Self.leaves(members, below: "").sorted(by: { $0.0 < $1.0 }) {
      let source = SettingSource.file(path: path, member: name)
      guard let setting = ServeSetting(rawValue: name) else { throw .unknown(source) }
      do {
        values[setting] = try setting.kind.value(value, in: folder.isEmpty ? "/" : folder)
      } catch {
        throw .unfit(source, problem: error.problem)
      }
    }
    self.values = values
  }

  /// The members with their paths. Only objects that have settings in them are gone into.
  private static func leaves(_ members: [String: JSONValue], below prefix: String) -> [(String, JSONValue)] {
    members.flatMap { name, value -> [(String, JSONValue)] in
      let path = prefix + name
      guard let object = value.object, ServeSetting.allCases.contains(where: { $0.rawValue.hasPrefix(path + ".") })
      else { return [(path, value)] }
      return leaves(object, below: path + ".")
    }
  }
}
#endif
