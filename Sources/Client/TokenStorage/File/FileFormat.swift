internal import OAuthCore

/// The common format of a store's files: canonical JSON with the format's name and version.
///
/// Canonical means that each value has exactly one encoding. A file with any changed byte is
/// therefore another value or rejected.
struct FileFormat: Sendable {
  /// The format's version: the newest one that can be read, and the one that is written.
  static let version: Int64 = 1
  static let maximumBytes = JSONValue.maximumBytes

  static let store = FileFormat(name: "pixy token store")
  static let tokens = FileFormat(name: "pixy tokens")
  static let current = FileFormat(name: "pixy current accounts")

  let name: String

  /// Returns the file's bytes.
  func bytes(_ members: [String: JSONValue]) -> [UInt8] {
    JSONValue.object(complete(members)).bytes()
  }

  /// Adds the format's name and version to the members.
  private func complete(_ members: [String: JSONValue]) -> [String: JSONValue] {
    members.merging(["format": .string(name), "version": .integer(Self.version)]) { $1 }
  }

  /// Parses a file and returns its members without the format's name and version.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file;
  ///   ``TokenStoreError/Kind/damaged`` if it has another format or other members than `names`.
  func members(
    _ bytes: [UInt8], named names: Set<String>, place: String
  ) throws(TokenStoreError) -> [String: JSONValue] {
    guard let value = try? JSONValue(bytes: bytes), var members = value.object,
      members.removeValue(forKey: "format") == .string(name),
      case .integer(let version) = members.removeValue(forKey: "version"), version >= 1
    else { throw TokenStoreError(.damaged, place: place) }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard Set(members.keys) == names, value.bytes() == bytes else { throw TokenStoreError(.damaged, place: place) }
    return members
  }
}
