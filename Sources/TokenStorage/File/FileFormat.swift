internal import OAuthCore

/// What all files of a store have in common: canonical JSON with the name of the format and its version.
///
/// Canonical means that there is one way to write a value, so that a file in which any octet was changed is either another
/// value or refused.
struct FileFormat: Sendable {
  /// The newest version that is written and read.
  static let version: Int64 = 1
  static let maximumOctets = JSONValue.maximumOctets

  static let store = FileFormat(name: "pixy token store")
  static let tokens = FileFormat(name: "pixy tokens")
  static let current = FileFormat(name: "pixy current accounts")

  let name: String

  /// The file's octets.
  func octets(_ members: [String: JSONValue]) -> [UInt8] {
    JSONValue.object(complete(members)).octets()
  }

  /// The members with the format's own.
  private func complete(_ members: [String: JSONValue]) -> [String: JSONValue] {
    members.merging(["format": .string(name), "version": .integer(Self.version)]) { $1 }
  }

  /// The members without the format's own.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote it; ``TokenStoreError/Kind/damaged`` if it isn't of
  ///   this format, or has other members than these.
  func members(
    _ octets: [UInt8], named names: Set<String>, place: String
  ) throws(TokenStoreError) -> [String: JSONValue] {
    guard let value = try? JSONValue(octets: octets), var members = value.object,
      members.removeValue(forKey: "format") == .string(name),
      case .integer(let version) = members.removeValue(forKey: "version"), version >= 1
    else { throw TokenStoreError(.damaged, place: place) }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard Set(members.keys) == names, value.octets() == octets else { throw TokenStoreError(.damaged, place: place) }
    return members
  }
}
