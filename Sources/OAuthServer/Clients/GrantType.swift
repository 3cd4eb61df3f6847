/// What a client may redeem for tokens at this server (RFC 6749 §1.3, §6).
public enum GrantType: String, Sendable, Hashable, CaseIterable {
  /// The authorization code grant (RFC 6749 §4.1).
  case authorizationCode = "authorization_code"
  /// Refreshing (RFC 6749 §6). A client without it is given no refresh tokens.
  case refreshToken = "refresh_token"
  /// The device grant (RFC 8628 §3.4), if the server was given a ``DeviceCodeStore``.
  case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
}
