internal import OAuthCore

/// The chosen rung of a ladder, and the destination of an unfinished move.
struct StorageChoice: Sendable, Hashable {
  private static let version: Int64 = 1

  /// The name of the chosen rung.
  let rung: String
  /// The destination of an unfinished move. Until the move ends, both rungs may contain tokens.
  let destination: String?

  init(_ rung: String, movingTo destination: String? = nil) {
    self.rung = rung
    self.destination = destination
  }

  /// The encoded choice: a JSON object with its version and a final line feed, for readability.
  var bytes: [UInt8] {
    var members: [String: JSONValue] = ["version": .integer(Self.version), "store": .string(rung)]
    members["moving_to"] = destination.map { .string($0) }
    return JSONValue.object(members).bytes() + [UInt8(ascii: "\n")]
  }

  /// Parses ``bytes``.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file;
  ///   ``TokenStoreError/Kind/damaged`` if the content isn't a choice.
  init(bytes: [UInt8], place: String) throws(TokenStoreError) {
    guard let members = (try? JSONValue(bytes: bytes))?.object, case .integer(let version) = members["version"]
    else { throw TokenStoreError(.damaged, place: place) }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard version == Self.version, let rung = members["store"]?.string,
      members["moving_to"] == nil || members["moving_to"]?.string != nil
    else { throw TokenStoreError(.damaged, place: place) }
    self.init(rung, movingTo: members["moving_to"]?.string)
  }
}
