/// How an access token is presented (RFC 6749 §7.1).
public enum TokenType: String, Sendable, Hashable {
  /// In an `Authorization: Bearer` field (RFC 6750 §2.1).
  case bearer = "Bearer"
  /// Whoever has the token and the key it is bound to may use it (RFC 9449).
  case dpop = "DPoP"
}
