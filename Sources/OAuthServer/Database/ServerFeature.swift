/// A part of the server that can be switched off. Without it, its endpoints and grants are not
/// offered, and the metadata doesn't list them.
public enum ServerFeature: String, Sendable, Hashable, CaseIterable {
  /// Users stay signed in with a browser, and can sign out. Without it every request asks for the
  /// password.
  case sessions
  /// Users with a session aren't asked again for what they have allowed.
  case consents
  /// The device grant (RFC 8628).
  case deviceAuthorization = "device_authorization"
  /// Pushed requests (RFC 9126) and request objects that the server fetches (RFC 9101 §5.2).
  case pushedRequests = "pushed_requests"
  /// Clients register themselves (RFC 7591), as far as the ``RegistrationPolicy`` allows.
  case clientRegistration = "client_registration"
  /// Wrong passwords are counted, and too many lock the account or address. Without it passwords
  /// can be guessed without end.
  case signInLimits = "sign_in_limits"
  /// DPoP proofs, client assertions and assertion grants, which may be used once (RFC 9449 §11.1,
  /// RFC 7523 §3).
  case singleUseTokens = "single_use_tokens"
}

extension Set<ServerFeature> {
  /// Every feature.
  public static let all = Set(ServerFeature.allCases)
}
