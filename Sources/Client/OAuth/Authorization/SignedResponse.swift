internal import FoundationBasics
internal import JOSE
internal import OAuthCore

/// The verifier of a signed answer (JARM §2.4), with the server's keys that were fetched before the
/// browser opened.
struct SignedResponse: Sendable {
  let keys: JSONWebKeySet
  let algorithms: Set<SignatureAlgorithm>
  let issuer: Issuer
  let clientID: String
  let clock: WallClock

  /// Verifies signature, `iss`, `aud` and times, and returns the answer's parameters.
  ///
  /// - Parameter response: The value of the parameter `response`.
  func parameters(in response: String) throws(CallbackError) -> FormParameters {
    let claims: JWTClaims
    do {
      claims = try JWTClaims(JSONWebSignature(compact: response).verified(by: keys, allowing: algorithms))
    } catch {
      throw .forgedResponse(error)
    }
    do {
      try claims.checkIssuer(issuer.text)
      _ = try claims.checkAudience([clientID])
      _ = try claims.requiredTime("exp")
      try claims.checkTimes(now: clock.now(), tolerance: .standard)
    } catch {
      throw .unacceptableResponseClaim(error.claim)
    }
    var parameters = FormParameters()
    for (name, value) in claims.members where !["aud", "exp", "iat", "nbf", "jti"].contains(name) {
      if let text = value.string { parameters.append(name, text) }
    }
    return parameters
  }
}
