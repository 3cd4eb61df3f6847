import PKCE

/// Encodes bytes and decodes the text again.
func encodeAndDecode() throws -> (String, [UInt8]) {
  let text = Base64URL.encode([0xFF, 0xFE])  // "__4"
  let bytes = try Base64URL.decode(text)  // [0xFF, 0xFE]
  return (text, bytes)
}

/// Creates a verifier, and checks that it fits its challenge.
func verifierMeetsChallenge() -> Bool {
  let verifier = CodeVerifier.random()
  let challenge = CodeChallenge(s256: verifier)
  let isMet = challenge.isMet(by: verifier)  // true
  return isMet
}

/// Creates a verifier, and the parameters of both requests.
func verifierInTheTokenRequest() -> (CodeChallenge, [(String, String)]) {
  let verifier = CodeVerifier.random()
  let challenge = CodeChallenge(s256: verifier)
  let form = [("code_verifier", verifier.reveal())]
  return (challenge, form)
}

/// Creates a verifier with its challenge in one step, and the parameters of both requests.
func parametersOfBothRequests() -> (query: [(String, String)], form: [(String, String)]) {
  let pkce = PKCEChallenge.generate()

  // With the authorization request, through the browser:
  let query = [
    ("code_challenge", pkce.challenge.value),
    ("code_challenge_method", pkce.method.rawValue),
  ]

  // With the token request, directly to the server:
  let form = [("code_verifier", pkce.verifier.reveal())]
  return (query, form)
}

/// Checks a verifier at an authorization server.
func checkVerifierAtServer(parameters: [String: String], form: [String: String]) throws -> Bool {
  // Authorization endpoint; answer `invalid_request` if it throws.
  let challenge = try CodeChallenge(parameters["code_challenge"] ?? "", method: .s256)

  // Token endpoint; answer `invalid_grant` if it throws or the verifier doesn't fit.
  let verifier = try CodeVerifier(form["code_verifier"] ?? "")
  let isMet = challenge.isMet(by: verifier)
  return isMet
}
