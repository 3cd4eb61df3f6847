// Signs a user in to a web application: one request begins the sign-in, another takes the answer.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthProviders

let transport = AsyncHTTPClientTransport()
let client = ProviderClient(
  .googleWeb, id: "your-client-id.apps.googleusercontent.com", secret: Secret("your-client-secret"),
  through: transport)

// snippet.requests
/// Begins a sign-in: redirect the browser to `url`, and keep the attempt in that browser's session.
func beginSignIn() async throws -> AuthorizationAttempt {
  try await client.begin(redirectURI: RedirectURI("https://app.example.com/callback"))
}

/// Completes the sign-in with the callback's address and the attempt of the same browser's session.
func finishSignIn(at address: String, of attempt: AuthorizationAttempt) async throws -> Profile {
  let code = try attempt.receive(AuthorizationCallback(url: address))
  return try await client.profile(client.redeem(code))
}
// snippet.end
