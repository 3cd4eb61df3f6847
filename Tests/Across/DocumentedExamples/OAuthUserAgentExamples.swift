import OAuth
import OAuthCore
import OAuthUserAgent

/// Signs a user in with the system's browser, at a server that compares the port.
func signInAtAFixedPort(_ client: OAuthClient) async throws -> TokenResponse {
  let userAgent = LoopbackUserAgent(port: 8414, timeout: .seconds(120))
  let tokens = try await client.signIn(scope: Scope(["profile"]), with: userAgent)
  return tokens
}
