public import FoundationBasics
public import JOSE
public import OAuthCore

/// A verified ID token: the server's signed statement about the user's sign-in (OpenID Connect Core
/// §2).
///
/// Only ``IDTokenPolicy`` creates one, from a token whose signature and claims were all checked.
public struct IDToken: Sendable, Hashable {
  /// The `iss`: the issuer.
  public let issuer: String
  /// The `sub`: the issuer's identifier of the user. It is unique only together with the issuer.
  public let subject: String
  /// The `aud`: the audiences of the token, including this client.
  public let audience: [String]
  /// The `exp`: the expiry of the token. It doesn't limit how long the user stays signed in.
  public let expiresAt: Date
  /// The `iat`: the time when the token was issued.
  public let issuedAt: Date
  /// The `auth_time`: the time of the user's authentication; `nil` if the server sends none, or 0.
  /// Without a `max_age` in the request, a value that is no time counts as absent.
  public let authenticationTime: Date?
  /// The `acr`: the context class of that authentication; `nil` if it is missing or no text.
  public let authenticationContext: String?
  /// The `amr`: the methods of that authentication, such as `pwd` or `otp`. Empty if it is missing
  /// or no list of texts.
  public let authenticationMethods: [String]
  /// The `azp`: the client that the token was issued to; this client or `nil`.
  public let authorizedParty: String?
  /// The `sid`: the session at the server, which a logout token may name (Back-Channel Logout
  /// §2.1); `nil` if it is missing or no text.
  public let sessionID: String?
  /// The `session_expiry`: the time when sessions that began with this token have to end
  /// (OpenID Connect Enterprise Extensions draft 01 §2.1, IPSIE SL1); `nil` if it is missing or no
  /// time.
  public let sessionExpiresAt: Date?
  /// The signature algorithm of the token.
  public let algorithm: SignatureAlgorithm
  /// All claims. Never log them, because they are about a user.
  public let claims: [String: JSONValue]
  /// The signed JWT, for `id_token_hint`. Of an encrypted token it is the content (§2).
  public let compact: Secret

  let nonce: Secret?

  /// The token's standard claims about the user (§5.1).
  public var standardClaims: StandardClaims { StandardClaims(claims) }
}

extension IDToken: Redacted {
  /// The issuer and the algorithm, without claims about the user.
  public var description: String { "IDToken(\(UntrustedText(issuer)), \(algorithm.rawValue))" }
}
