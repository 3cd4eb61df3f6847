/// One of the places besides the authorization and token endpoints where a client asks a server for something.
///
/// The raw value is the name that metadata has for it.
public enum EndpointName: String, Sendable, Hashable, CaseIterable {
  /// Where tokens are revoked (RFC 7009).
  case revocation = "revocation_endpoint"
  /// Where resource servers ask about tokens (RFC 7662).
  case introspection = "introspection_endpoint"
  /// Where the device grant begins (RFC 8628).
  case deviceAuthorization = "device_authorization_endpoint"
  /// Where a sign-in on another device begins (OpenID Connect CIBA Core 1.0).
  case backchannelAuthentication = "backchannel_authentication_endpoint"
  /// Where authorization requests are pushed (RFC 9126).
  case pushedAuthorizationRequest = "pushed_authorization_request_endpoint"
  /// Where clients register themselves (RFC 7591).
  case registration = "registration_endpoint"
  /// Where one client's registration is read, replaced and ended (RFC 7592): an address that the registration's answer has.
  case clientConfiguration = "registration_client_uri"

  /// The name in words.
  var words: String {
    switch self {
    case .revocation: "revocation endpoint"
    case .introspection: "introspection endpoint"
    case .deviceAuthorization: "device authorization endpoint"
    case .backchannelAuthentication: "backchannel authentication endpoint"
    case .pushedAuthorizationRequest: "pushed authorization request endpoint"
    case .registration: "registration endpoint"
    case .clientConfiguration: "client configuration endpoint"
    }
  }
}
