internal import OAuthCore

/// Which rung of a ladder was chosen, and whether its tokens are being moved to another one.
struct StorageChoice: Sendable, Hashable {
  private static let version: Int64 = 1

  /// The name of the rung.
  let rung: String
  /// The rung that a move goes to which hasn't ended: tokens are in both.
  let destination: String?

  init(_ rung: String, movingTo destination: String? = nil) {
    self.rung = rung
    self.destination = destination
  }

  /// A JSON object with its version, and a line's end for who looks at the file.
  var octets: [UInt8] {
    var members: [String: JSONValue] = ["version": .integer(Self.version), "store": .string(rung)]
    members["moving_to"] = destination.map { .string($0) }
    return JSONValue.object(members).octets() + [UInt8(ascii: "\n")]
  }

  /// Reads what ``octets`` wrote.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat``, ``TokenStoreError/Kind/damaged``.
  init(octets: [UInt8], place: String) throws(TokenStoreError) {
    guard let members = (try? JSONValue(octets: octets))?.object, case .integer(let version) = members["version"]
    else { throw TokenStoreError(.damaged, place: place) }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard version == Self.version, let rung = members["store"]?.string,
      members["moving_to"] == nil || members["moving_to"]?.string != nil
    else { throw TokenStoreError(.damaged, place: place) }
    self.init(rung, movingTo: members["moving_to"]?.string)
  }
}
