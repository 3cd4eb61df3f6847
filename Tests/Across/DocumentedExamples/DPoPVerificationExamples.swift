import DPoPVerification
import HTTPTypes
import OAuthCore

/// Verifies the proof of a token request, which has no access token yet.
func verifyProofOfATokenRequest(_ request: HTTPRequest, tokenEndpoint: Endpoint) async throws -> DPoPProof? {
  let checker = DPoPProofChecker(nonces: TimedDPoPNonces(), usedTokenIDs: InMemoryUsedTokenIDs())
  let target = DPoPTarget(.post, tokenEndpoint)
  let proof = try checker.examine(request.headerFields, for: target)
  try await checker.spend(proof)
  return proof
}

/// Verifies the proof of a request with an access token.
func verifyProofWithAToken(
  _ request: HTTPRequest, token: Secret, checker: DPoPProofChecker, target: DPoPTarget
) async throws {
  let proof = try checker.examine(request.headerFields, for: target, accessToken: token)
  // … the token is valid, and bound to proof.keyThumbprint …
  try await checker.spend(proof)
}

/// Requires nonces that change every five minutes.
func requireNonces() -> DPoPProofChecker {
  let nonces = TimedDPoPNonces(period: .seconds(300), overlap: .seconds(60))
  let checker = DPoPProofChecker(nonces: nonces, usedTokenIDs: InMemoryUsedTokenIDs())
  return checker
}

/// Describes the request that a proof must be for.
func targetOfARequest(_ request: HTTPRequest, checker: DPoPProofChecker) throws -> DPoPProof? {
  let target = DPoPTarget(.post, try Endpoint("https://login.example.com/token"))
  let proof = try checker.examine(request.headerFields, for: target)
  return proof
}
