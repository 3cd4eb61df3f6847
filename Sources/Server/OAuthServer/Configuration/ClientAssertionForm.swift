/// The form that client assertions must have (draft-ietf-oauth-rfc7523bis §4).
///
/// A client could be made to create an assertion for the endpoint of another server, which replays it
/// here: only the issuer is checked when metadata is read. So the issuer is the only audience.
public enum ClientAssertionForm: String, Sendable, Hashable, CaseIterable {
  /// The audience is the issuer, and the type `client-authentication+jwt`. The draft advises servers
  /// against requiring the type, because clients of before may have the right audience.
  case typed
  /// The audience is the issuer.
  case issuer
  /// The audience is the issuer, the token endpoint (OpenID Connect Core §9) or the requested endpoint
  /// (RFC 9126 §2): the form before rfc7523bis.
  case endpoint
}
