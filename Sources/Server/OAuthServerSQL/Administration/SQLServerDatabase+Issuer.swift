public import OAuthCore
internal import OAuthServer

extension SQLServerDatabase {
  /// Returns the issuer that the server had when it ran last.
  public func issuer() async throws -> Issuer? {
    let text = try await work.read { try $0.first("SELECT text FROM issuer", []) { try $0.text() } }
    guard let text else { return nil }
    guard let issuer = try? Issuer(text) else { throw ServerDatabaseError.damaged("the issuer is none") }
    return issuer
  }

  /// Saves the issuer.
  public func saveIssuer(_ issuer: Issuer) async throws {
    let text = try SQLValue.storable(issuer.text)
    try await work.write(locking: []) {
      try $0.perform(
        "INSERT INTO issuer (id, text) VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text", [text])
    }
  }
}
