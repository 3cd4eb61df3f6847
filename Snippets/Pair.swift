// Generates a code verifier and its challenge (RFC 7636).
import PKCE

let pair = PKCEChallenge.generate()
print("code_challenge=\(pair.challenge.value)&code_challenge_method=\(pair.method.rawValue)")
// Keep the verifier until the token request: pair.verifier.reveal()
