public import OAuthCore

/// Who signed in, where and when, as the authorization server signed it (OpenID Connect Core §2).
public struct IDToken: Sendable, Hashable {
  /// The `sub`: the person, as this issuer names them. Unique together with the issuer, never by itself.
  public let subject: String
  /// All claims.
  public let claims: [String: JSONValue]
}
