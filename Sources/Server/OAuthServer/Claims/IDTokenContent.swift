internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

/// The content of an ID token (OpenID Connect Core §2, §3.1.3.6).
struct IDTokenContent: Sendable {
  let issuer: Issuer
  let subject: Subject
  /// The client, which is the only audience.
  let clientID: String
  let issuedAt: Date
  let expires: Date
  /// The details of the approval. They hold the facts about the sign-in.
  let details: ApprovalDetails
  let nonce: Secret?
  /// The access token that is issued with the ID token. `at_hash` binds it to the ID token, and
  /// makes two ID tokens of the same second differ.
  let accessToken: Secret
  /// The user's claims that the `claims` parameter requested (OpenID Connect Core §5.5). They never
  /// replace a claim that the server sets.
  let userClaims: [String: JSONValue]

  func claims(for algorithm: SignatureAlgorithm) -> [String: JSONValue] {
    var claims = userClaims
    claims.reserveCapacity(userClaims.count + 12)
    claims["iss"] = .string(issuer.text)
    claims["sub"] = .string(subject.rawValue)
    claims["aud"] = .string(clientID)
    claims["iat"] = issuedAt.numericDate
    claims["exp"] = expires.numericDate
    // The key of the access token's record. An exchange finds by it what was granted with this sign-in.
    claims["jti"] = .string(Base64URL.encode(SecretHash(ofToken: accessToken).bytes))
    claims["at_hash"] = algorithm.leftHalfOfHash(of: accessToken).map { .string($0) }
    claims["auth_time"] = details.authenticationTime.map(\.numericDate)
    claims["acr"] = details.authenticationContext.map { .string($0) }
    claims["amr"] =
      details.authenticationMethods.isEmpty ? nil : .array(details.authenticationMethods.map { .string($0) })
    claims["sid"] = details.session.map { .string($0.rawValue) }
    claims["nonce"] = nonce.map { .string($0.reveal()) }
    return claims
  }
}
