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

  func claims(for algorithm: SignatureAlgorithm) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "iss": .string(issuer.text), "sub": .string(subject.rawValue), "aud": .string(clientID),
      "iat": Self.seconds(issued), "exp": Self.seconds(expires),
      "at_hash": .string(algorithm.leftHalfOfHash(of: accessToken)),
    ]
    claims["auth_time"] = details.authenticationTime.map(Self.seconds)
    claims["acr"] = details.authenticationContext.map { .string($0) }
    claims["amr"] =
      details.authenticationMethods.isEmpty ? nil : .array(details.authenticationMethods.map { .string($0) })
    claims["sid"] = details.session.map { .string($0.rawValue) }
    claims["nonce"] = nonce.map { .string($0.reveal()) }
    return claims
  }

  /// RFC 7519 §2, NumericDate.
  private static func seconds(_ moment: Date) -> JSONValue {
    .integer(Int64(moment.timeIntervalSince1970.rounded(.down)))
  }
}
