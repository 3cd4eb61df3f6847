#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

/// What a signed answer is checked with (JARM §2.4): the server's keys, fetched before the browser opened.
struct SignedResponse: Sendable {
  let keys: JSONWebKeySet
  let algorithms: Set<SignatureAlgorithm>
  let issuer: Issuer
  let clientID: String
  let clock: WallClock

  /// How far the server's clock may be behind or ahead, in seconds.
  private static let tolerance: Double = 30

  /// The answer's parameters, after signature, `iss`, `aud` and `exp` were checked.
  ///
  /// - Parameter response: the value of the parameter `response`.
  func parameters(in response: String) throws(CallbackError) -> FormParameters {
    let claims: [String: JSONValue]
    do {
      claims = try JSONWebSignature(compact: response).verified(by: keys, allowing: algorithms).claims()
    } catch {
      throw .forgedResponse(error)
    }
    // Octet for octet: Swift's strings are equal if their characters are, however those are written.
    guard let from = claims["iss"]?.string, from.utf8.elementsEqual(issuer.text.utf8)
    else { throw .unacceptableResponseClaim("iss") }
    let audience = claims["aud"].flatMap { $0.strings ?? $0.string.map { [$0] } } ?? []
    guard audience.contains(where: { $0.utf8.elementsEqual(clientID.utf8) })
    else { throw .unacceptableResponseClaim("aud") }
    guard let expiry = claims["exp"]?.seconds, expiry > clock.now().timeIntervalSince1970 - Self.tolerance
    else { throw .unacceptableResponseClaim("exp") }

    var parameters = FormParameters()
    for (name, value) in claims where !["aud", "exp", "iat", "nbf", "jti"].contains(name) {
      if let text = value.string { parameters.append(name, text) }
    }
    return parameters
  }
}

extension JSONValue {
  /// A time as JWTs write it (RFC 7519 §2, NumericDate).
  var seconds: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
