/// What a client may redeem for tokens at this server (RFC 6749 §1.3, §6).
public enum GrantType: String, Sendable, Hashable, CaseIterable {
  /// The authorization code grant (RFC 6749 §4.1).
  case authorizationCode = "authorization_code"
  /// Refreshing (RFC 6749 §6). A client without it is given no refresh tokens.
  case refreshToken = "refresh_token"
  /// Tokens for the client itself, without any person (RFC 6749 §4.4). Not for public clients.
  case clientCredentials = "client_credentials"
  /// Exchanging a token for another one (RFC 8693), alone or for somebody else. It is for clients that whoever runs the server
  /// knows well.
  case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  /// A JWT of an issuer that the server trusts (RFC 7523 §2.1), if it trusts any (``TokenRules/trustedIssuers``).
  case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  /// The device grant (RFC 8628 §3.4), if the server was given a ``DeviceCodeStore``.
  case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
}
