internal import OAuthCore

/// The members of a configuration file, each by its path, checked.
struct SettingsFile {
  let path: String
  let values: [ServeSetting: JSONValue]

  /// Reads a file. A member that isn't known is an error: a misspelt one would leave a server open, or unlike what was meant.
  /// - Parameter path: where the file is; absolute.
  /// - Throws: `SettingsError`.
  init(path: String) throws(SettingsError) {
    let octets: [UInt8]
    do {
      octets = try FileInput.octets(of: path, most: JSONValue.maximumOctets)
    } catch {
      throw .fileUnreadable(path: path, cause: "\(error)")
    }
    try self.init(path: path, octets: octets)
  }

  /// Reads a file's text.
  init(path: String, octets: [UInt8]) throws(SettingsError) {
    let json: JSONValue
    do {
      json = try JSONValue(octets: octets)
    } catch {
      let place = JSONPlace(ofMistakeIn: octets).map { "; reading ended at \($0)" } ?? ""
      throw .fileNotJSON(path: path, cause: "\(error)\(place)")
    }
    guard let members = json.object else { throw .fileNotJSON(path: path, cause: "it is another value") }
    self.path = path
    var values: [ServeSetting: JSONValue] = [:]
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    for leaf in Self.leaves(members, below: "").sorted(by: { $0.path < $1.path }) {
      let source = SettingSource.file(path: path, member: leaf.path)
      // A stop within one name would be a second way to say the same.
      guard !leaf.name.contains("."), let setting = ServeSetting(rawValue: leaf.path) else { throw .unknown(source) }
      do {
        values[setting] = try setting.kind.value(leaf.value, in: folder.isEmpty ? "/" : folder)
      } catch {
        throw .unfit(source, problem: error.problem)
      }
    }
    self.values = values
  }

  /// A member with its path.
  private struct Leaf {
    let path: String
    let name: String
    let value: JSONValue
  }

  /// All members. Only objects that have settings in them are gone into.
  private static func leaves(_ members: [String: JSONValue], below prefix: String) -> [Leaf] {
    members.flatMap { name, value -> [Leaf] in
      let path = prefix + name
      guard let object = value.object, ServeSetting.allCases.contains(where: { $0.rawValue.hasPrefix(path + ".") })
      else { return [Leaf(path: path, name: name, value: value)] }
      return leaves(object, below: path + ".")
    }
  }
}
