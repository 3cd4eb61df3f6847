#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
public import OAuthCore

/// Who signed in, where and when, as the authorization server signed it (OpenID Connect Core §2).
///
/// Only ``IDTokenPolicy`` makes one, out of a token whose signature and claims were all checked.
public struct IDToken: Sendable, Hashable {
  /// The `iss`: who says so.
  public let issuer: String
  /// The `sub`: the person, as this issuer names them. Unique together with the issuer, never by itself.
  public let subject: String
  /// The `aud`: for whom; this client is among them.
  public let audience: [String]
  /// The `exp`: until when the token may be accepted. It says nothing about how long the person stays signed in.
  public let expiresAt: Date
  /// The `iat`: when the token was issued.
  public let issuedAt: Date
  /// The `auth_time`: when the person was authenticated; nil if the server doesn't say or says 0.
  public let authenticationTime: Date?
  /// The `acr`: which kind of authentication that was.
  public let authenticationContext: String?
  /// The `amr`: by which means, such as `pwd` or `otp`.
  public let authenticationMethods: [String]
  /// The `azp`: to whom the token was issued; this client, if it is there.
  public let authorizedParty: String?
  /// The `sid`: the session at the server, which a logout token may name (Back-Channel Logout §2.1).
  public let sessionID: String?
  /// The algorithm that it was signed with.
  public let algorithm: SignatureAlgorithm
  /// All claims. They are about a person: don't log them.
  public let claims: [String: JSONValue]
  /// The token as it came, for `id_token_hint`.
  public let compact: Secret

  let nonce: Secret?

  /// The claims about the person that the specification names (§5.1), of those that the token has.
  public var standardClaims: StandardClaims { StandardClaims(claims) }
}

extension IDToken: Redacted {
  /// The issuer and the algorithm; nothing about the person.
  public var description: String { "IDToken(\(UntrustedText(issuer)), \(algorithm.rawValue))" }
}
