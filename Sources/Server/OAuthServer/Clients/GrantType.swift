/// The type of a grant that a client redeems for tokens: the value of `grant_type` (RFC 6749 §1.3,
/// §4.5).
///
/// The constants are the grant types that are built into the server. Applications add their own
/// with a ``TokenGrant`` whose type is an absolute URI (RFC 6749 §4.5).
public struct GrantType: RawRepresentable, Sendable, Hashable {
  /// The value of `grant_type`.
  public let rawValue: String

  /// Creates a grant type.
  /// - Parameter rawValue: The value of `grant_type`, compared byte for byte.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The authorization code grant (RFC 6749 §4.1).
  public static let authorizationCode = GrantType(rawValue: "authorization_code")
  /// The refresh token grant (RFC 6749 §6). Only clients with this grant are issued refresh tokens.
  public static let refreshToken = GrantType(rawValue: "refresh_token")
  /// The client credentials grant (RFC 6749 §4.4), which issues tokens for the client itself. Not
  /// for public clients.
  public static let clientCredentials = GrantType(rawValue: "client_credentials")
  /// Token exchange (RFC 8693). Only for clients that the operator trusts.
  public static let tokenExchange = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:token-exchange")
  /// The JWT bearer grant, for assertions of trusted issuers (RFC 7523 §2.1). The server offers it
  /// if there are ``TokenRules/trustedIssuers``.
  public static let jwtBearer = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:jwt-bearer")
  /// The device authorization grant (RFC 8628 §3.4). The server offers it with
  /// ``ServerFeature/deviceAuthorization``.
  public static let deviceCode = GrantType(rawValue: "urn:ietf:params:oauth:grant-type:device_code")

  /// The built-in grant types, in the order in which the metadata lists them.
  public static let builtIn: [GrantType] = [
    .authorizationCode, .refreshToken, .clientCredentials, .tokenExchange, .jwtBearer, .deviceCode,
  ]
}
