/// The type of an access token, which decides how a request presents it (RFC 6749 §7.1).
public enum TokenType: String, Sendable, Hashable {
  /// A bearer token, sent in an `Authorization: Bearer` field (RFC 6750 §2.1). It works for every
  /// holder.
  case bearer = "Bearer"
  /// A token that works only together with proofs of its key (RFC 9449).
  case dpop = "DPoP"
}
