/// An address of the authorization server at which a ``FaultyServer`` can misbehave, by the name that
/// `AuthorizationServer.endpointName(for:)` has for it.
public enum ServerEndpoint: String, Sendable, Hashable, CaseIterable {
  /// The metadata, at both of its addresses (RFC 8414 §3, OpenID Connect Discovery §4).
  case metadata
  /// Where sign-ins begin (RFC 6749 §3.1).
  case authorization
  /// Where the sign-in page sends what a person decided.
  case decision
  /// The token endpoint (RFC 6749 §3.2).
  case token
  /// OpenID Connect Core §5.3.
  case userInfo
  /// RFC 7009.
  case revocation
  /// RFC 7662.
  case introspection
  /// The public keys (RFC 7517 §5).
  case keySet
  /// Where devices get their codes (RFC 8628 §3.1).
  case deviceAuthorization
  /// Where people enter devices' codes.
  case device
  /// The QR code of that page.
  case deviceLink
  /// RFC 9126.
  case pushedRequest
  /// OpenID Connect RP-Initiated Logout §2.
  case logout
  /// Where the sign-out page sends what a person decided.
  case logoutDecision
  /// RFC 7591.
  case registration
  /// RFC 7592.
  case clientConfiguration
  /// The server's own description of its addresses.
  case openAPI
}
