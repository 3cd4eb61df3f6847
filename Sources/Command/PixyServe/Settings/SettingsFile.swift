internal import OAuthCore
internal import PixyTerminal

/// The settings of a configuration file, checked.
struct SettingsFile {
  let path: String
  let values: [ServeSetting: JSONValue]

  /// Reads a file.
  ///
  /// An unknown member is an error: a misspelt setting could leave a server less strict than its
  /// operator intended.
  /// - Parameter path: The absolute path of the file.
  /// - Throws: `SettingsError` if the file can't be read, isn't a JSON object, or has an unknown
  ///   member or an invalid value.
  init(path: String) throws(SettingsError) {
    let bytes: [UInt8]
    do {
      bytes = try FileInput.bytes(of: path, most: JSONValue.maximumBytes)
    } catch {
      throw .fileUnreadable(path: path, cause: "\(error)")
    }
    try self.init(path: path, bytes: bytes)
  }

  /// Reads the bytes of a file.
  init(path: String, bytes: [UInt8]) throws(SettingsError) {
    let json: JSONValue
    do {
      json = try JSONValue(bytes: bytes)
    } catch {
      let place = JSONPlace(ofMistakeIn: bytes).map { " Reading ended at \($0)." } ?? ""
      throw .fileNotJSON(path: path, cause: error.explanation + place)
    }
    guard let members = json.object else { throw .fileNotJSON(path: path, cause: "It is another JSON value.") }
    self.path = path
    var values: [ServeSetting: JSONValue] = [:]
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    for leaf in Self.leaves(members, below: "").sorted(by: { $0.path < $1.path }) {
      let source = SettingSource.file(path: path, member: leaf.path)
      // A name with a full stop would be a second spelling of a nested member.
      guard !leaf.name.contains("."), let setting = ServeSetting.named(leaf.path) else {
        let group = ServeSetting.paths(inGroup: leaf.path)
        throw group.isEmpty || leaf.name.contains(".") ? .unknown(source) : .group(source, settings: group)
      }
      do {
        values[setting] = try setting.kind.value(leaf.value, in: folder.isEmpty ? "/" : folder)
      } catch {
        throw .invalid(source, problem: error.problem)
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

  /// Lists all members with their paths. It descends only into objects that contain settings.
  private static func leaves(_ members: [String: JSONValue], below prefix: String) -> [Leaf] {
    members.flatMap { name, value -> [Leaf] in
      let path = prefix + name
      guard let object = value.object, ServeSetting.all.contains(where: { $0.path.hasPrefix(path + ".") })
      else { return [Leaf(path: path, name: name, value: value)] }
      return leaves(object, below: path + ".")
    }
  }
}
