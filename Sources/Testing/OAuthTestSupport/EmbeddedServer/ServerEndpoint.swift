/// An endpoint of the authorization server where a ``FaultyServer`` can have a fault.
///
/// The raw values are the names that `AuthorizationServer.endpointName(for:)` returns.
public enum ServerEndpoint: String, Sendable, Hashable, CaseIterable {
  /// The metadata document, at both of its addresses (RFC 8414 §3, OpenID Connect Discovery §4).
  case metadata
  /// The authorization endpoint (RFC 6749 §3.1).
  case authorization
  /// The target of the sign-in page's form, with the user's decision.
  case decision
  /// The token endpoint (RFC 6749 §3.2).
  case token
  /// The UserInfo endpoint (OpenID Connect Core §5.3).
  case userInfo
  /// The revocation endpoint (RFC 7009).
  case revocation
  /// The introspection endpoint (RFC 7662).
  case introspection
  /// The key set (RFC 7517 §5).
  case keySet
  /// The device authorization endpoint (RFC 8628 §3.1).
  case deviceAuthorization
  /// The page where users enter the codes of devices (RFC 8628 §3.3).
  case device
  /// The QR code of the device page.
  case deviceLink
  /// The pushed authorization request endpoint (RFC 9126).
  case pushedRequest
  /// The end session endpoint (OpenID Connect RP-Initiated Logout §2).
  case logout
  /// The target of the sign-out page's form, with the user's decision.
  case logoutDecision
  /// The server's own address, which leads to the account page.
  case home
  /// The account page, with its applications and sessions.
  case account
  /// The page that changes a password.
  case password
  /// The client registration endpoint (RFC 7591).
  case registration
  /// The client configuration endpoint (RFC 7592).
  case clientConfiguration
  /// The server's OpenAPI document.
  case openAPI
}
