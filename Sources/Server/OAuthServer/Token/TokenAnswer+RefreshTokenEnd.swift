internal import FoundationBasics
internal import OAuthCore

extension RegisteredClient {
  /// Whether the client's refresh tokens are valid only once.
  ///
  /// Refresh tokens of clients that follow FAPI 2.0 don't rotate (FAPI 2.0 Security Profile
  /// §5.3.2.1). Such a client authenticates with a key each time, so a stolen token is useless, and
  /// a lost response doesn't sign the user out.
  var rotatesRefreshTokens: Bool { !settings.followsFAPI2 }
}

extension TokenAnswer {
  /// Sets the remaining lifetime of the client's refresh token
  /// (draft-ietf-oauth-refresh-token-expiration-03 §6.1).
  ///
  /// A refresh token that rotates has to be used within that time. One that doesn't rotate ends then
  /// in any case, so the user has to approve again.
  mutating func setRefreshTokenEnd(_ end: Date, now: Date, of client: RegisteredClient) {
    let name = client.rotatesRefreshTokens ? "refresh_token_timeout" : "authorization_expires_in"
    members[name] = .integer(Int64(end.timeIntervalSince(now).rounded()))
  }

  /// The member of the server's metadata about these lifetimes (§8).
  static let refreshTokenEndMetadata: [String: JSONValue] = [
    "refresh_token_expiration_types_supported": ["authorization", "token_timeout"]
  ]
}
