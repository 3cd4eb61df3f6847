#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

/// What an ID token says (OpenID Connect Core §2, §3.1.3.6).
struct IDTokenContent: Sendable {
  let issuer: Issuer
  let subject: Subject
  /// The only audience.
  let clientID: String
  let issued: Date
  let expires: Date
  /// What it says about the sign-in.
  let details: ApprovalDetails
  let nonce: Secret?
  /// What comes with it, and is tied to it by `at_hash`. It also makes two tokens of one second differ.
  let accessToken: Secret
  /// What the `claims` parameter asked for (§5.5). Nothing of it replaces a claim that the server makes.
  let aboutPerson: [String: JSONValue]

  func claims(for algorithm: SignatureAlgorithm) -> [String: JSONValue] {
    var claims = aboutPerson
    claims.reserveCapacity(aboutPerson.count + 11)
    claims["iss"] = .string(issuer.text)
    claims["sub"] = .string(subject.rawValue)
    claims["aud"] = .string(clientID)
    claims["iat"] = issued.numericDate
    claims["exp"] = expires.numericDate
    claims["at_hash"] = .string(algorithm.leftHalfOfHash(of: accessToken))
    claims["auth_time"] = details.authenticationTime.map(\.numericDate)
    claims["acr"] = details.authenticationContext.map { .string($0) }
    claims["amr"] =
      details.authenticationMethods.isEmpty ? nil : .array(details.authenticationMethods.map { .string($0) })
    claims["sid"] = details.session.map { .string($0.rawValue) }
    claims["nonce"] = nonce.map { .string($0.reveal()) }
    return claims
  }
}
