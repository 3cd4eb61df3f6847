/// The type of a security token (RFC 8693 §3).
public struct TokenTypeIdentifier: RawRepresentable, Sendable, Hashable {
  /// The URI.
  public let rawValue: String

  /// Creates a type from any URI, because servers define their own.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An access token that this server issued.
  public static let accessToken = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:access_token")
  /// A refresh token that this server issued.
  public static let refreshToken = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:refresh_token")
  /// An ID token.
  public static let idToken = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:id_token")
  /// Any JWT.
  public static let jwt = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:jwt")
  /// A SAML 1.1 assertion in base64url.
  public static let saml1 = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:saml1")
  /// A SAML 2.0 assertion in base64url.
  public static let saml2 = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:saml2")
  /// An identity assertion grant for another authorization server (ID-JAG,
  /// draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3).
  public static let idJAG = TokenTypeIdentifier(rawValue: "urn:ietf:params:oauth:token-type:id-jag")
}
