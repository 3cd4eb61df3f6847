/// The kind of a grant that a client redeems for tokens: the value of `grant_type` (RFC 6749 §1.3, §4.5).
///
/// The constants are the grants that the server has built in. An application adds its own with a ``TokenGrant`` whose type is an
/// absolute URI (RFC 6749 §4.5).
public struct GrantType: RawRepresentable, Sendable, Hashable {
  /// The value of `grant_type`.
  public let rawValue: String

  /// Names a grant type.
  /// - Parameter rawValue: The value of `grant_type`, compared byte for byte.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The authorization code grant (RFC 6749 §4.1).
  public static let authorizationCode = GrantType(rawValue: "authorization_code")
  /// The refresh token grant (RFC 6749 §6). A client without it is issued no refresh tokens.
  public static let refreshToken = GrantType(rawValue: "refresh_token")
  /// The client credentials grant (RFC 6749 §4.4): tokens for the client itself. Not for public clients.
  public static let clientCredentials = GrantType(rawValue: "client_credentials")
  /// Token exchange (RFC 8693), for clients that the operator knows well.
  public static let tokenExchange = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:token-exchange")
  /// A JWT of an issuer that the server trusts (RFC 7523 §2.1). Offered if there are ``TokenRules/trustedIssuers``.
  public static let jwtBearer = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:jwt-bearer")
  /// The device authorization grant (RFC 8628 §3.4). Offered if the server has a ``DeviceCodeStore``.
  public static let deviceCode = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:device_code")

  /// The grant types that the server has built in, in the order in which the metadata lists them.
  public static let builtIn: [GrantType] = [
    .authorizationCode, .refreshToken, .clientCredentials, .tokenExchange, .jwtBearer, .deviceCode,
  ]
}
