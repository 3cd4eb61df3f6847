public import FoundationBasics
internal import JOSE
public import OAuthServer

extension SQLServerDatabase {
  /// Returns all signing keys, sealed. The key that opens them must not be in the same place.
  public func signingKeyRecords() async throws -> [SigningKeyRecord] {
    try await work.read { database in
      try database.all("SELECT key_id, algorithm, signs_from, published_until, sealed FROM signing_keys", []) {
        let keyID = try $0.text()
        guard let algorithm = SignatureAlgorithm(rawValue: try $0.text()) else {
          throw ServerDatabaseError.damaged("a signing key's algorithm isn't known")
        }
        return SigningKeyRecord(
          keyID: keyID, algorithm: algorithm, signsFrom: try $0.moment(), publishedUntil: try $0.optionalMoment(),
          sealedKey: try $0.bytes())
      }
    }
  }

  /// Adds a signing key if no other process was faster.
  public func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    let (keyID, algorithm) = (try SQLValue.storable(record.keyID), try SQLValue.storable(record.algorithm.rawValue))
    let values = [
      keyID, algorithm, .moment(record.signsFrom), .moment(record.publishedUntil), .bytes(record.sealedKey),
    ]
    return try await work.write(locking: [.signingKeys]) { database in
      guard try !database.has("SELECT 1 FROM signing_keys WHERE key_id = ?", [keyID]) else { return true }
      let knownRecord = try database.first(
        "SELECT key_id FROM signing_keys WHERE algorithm = ? ORDER BY signs_from DESC, key_id DESC LIMIT 1", [algorithm]
      ) { try $0.text() }
      guard knownRecord == newest else { return false }
      try database.perform(
        "UPDATE signing_keys SET published_until = ? WHERE algorithm = ? AND published_until IS NULL",
        [.moment(end), algorithm])
      try database.perform(
        "INSERT INTO signing_keys (key_id, algorithm, signs_from, published_until, sealed) VALUES (?, ?, ?, ?, ?)",
        values)
      return true
    }
  }

  /// Removes a signing key.
  public func removeSigningKey(_ keyID: String) async throws {
    let name = try SQLValue.storable(keyID)
    try await work.write(locking: [.signingKeys]) {
      try $0.perform("DELETE FROM signing_keys WHERE key_id = ?", [name])
    }
  }
}
