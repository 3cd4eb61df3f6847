internal import OAuthCore

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
  var words: String { row.words }

  /// The section that specifies the endpoint's successful answer.
  var answerSection: String { row.answerSection }

  /// The step of a flow that the endpoint belongs to.
  var step: FlowStep { row.step }

  private var row: (words: String, answerSection: String, step: FlowStep) {
    switch self {
    case .token: ("token endpoint", "RFC 6749 §5.1", .token)
    case .revocation: ("revocation endpoint", "RFC 7009 §2.2", .token)
    case .introspection: ("introspection endpoint", "RFC 7662 §2.2", .token)
    case .deviceAuthorization: ("device authorization endpoint", "RFC 8628 §3.2", .authorization)
    case .backchannelAuthentication:
      ("backchannel authentication endpoint", "OpenID Connect CIBA Core 1.0 §7.3", .authorization)
    case .pushedAuthorizationRequest: ("pushed authorization request endpoint", "RFC 9126 §2.2", .authorization)
    case .registration: ("registration endpoint", "RFC 7591 §3.2.1", .configuration)
    case .clientConfiguration: ("client configuration endpoint", "RFC 7592 §3", .configuration)
    case .userInfo: ("UserInfo endpoint", "OpenID Connect Core §5.3.2", .resource)
    }
  }
}
