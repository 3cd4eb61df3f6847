/// An endpoint that a client sends requests to itself, as opposed to the authorization endpoint,
/// which the browser opens.
///
/// The raw value is the endpoint's member in the server's metadata.
public enum EndpointName: String, Sendable, Hashable, CaseIterable {
  /// Issues tokens (RFC 6749 §3.2).
  case token = "token_endpoint"
  /// Revokes tokens (RFC 7009).
  case revocation = "revocation_endpoint"
  /// Describes tokens to resource servers (RFC 7662).
  case introspection = "introspection_endpoint"
  /// Begins the device grant (RFC 8628).
  case deviceAuthorization = "device_authorization_endpoint"
  /// Begins a sign-in on the user's own device (OpenID Connect CIBA Core 1.0).
  case backchannelAuthentication = "backchannel_authentication_endpoint"
  /// Accepts pushed authorization requests (RFC 9126).
  case pushedAuthorizationRequest = "pushed_authorization_request_endpoint"
  /// Registers clients (RFC 7591).
  case registration = "registration_endpoint"
  /// Reads, replaces and deletes the registration of one client (RFC 7592). The answer to a
  /// registration has its address.
  case clientConfiguration = "registration_client_uri"
  /// Returns claims about the user (OpenID Connect Core §5.3).
  case userInfo = "userinfo_endpoint"

  /// The name in words.
  var words: String {
    switch self {
    case .token: "token endpoint"
    case .revocation: "revocation endpoint"
    case .introspection: "introspection endpoint"
    case .deviceAuthorization: "device authorization endpoint"
    case .backchannelAuthentication: "backchannel authentication endpoint"
    case .pushedAuthorizationRequest: "pushed authorization request endpoint"
    case .registration: "registration endpoint"
    case .clientConfiguration: "client configuration endpoint"
    case .userInfo: "UserInfo endpoint"
    }
  }

  /// The section that specifies the endpoint's successful answer.
  var answerSection: String {
    switch self {
    case .token: "RFC 6749 §5.1"
    case .revocation: "RFC 7009 §2.2"
    case .introspection: "RFC 7662 §2.2"
    case .deviceAuthorization: "RFC 8628 §3.2"
    case .backchannelAuthentication: "OpenID Connect CIBA Core 1.0 §7.3"
    case .pushedAuthorizationRequest: "RFC 9126 §2.2"
    case .registration: "RFC 7591 §3.2.1"
    case .clientConfiguration: "RFC 7592 §3"
    case .userInfo: "OpenID Connect Core §5.3.2"
    }
  }
}
