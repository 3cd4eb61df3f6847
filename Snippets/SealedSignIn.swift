// Signs users in to a web application with several instances: one begins the sign-in, and any of
// them takes the answer. A cookie of the browser carries the sign-in from one to the other.
import Foundation
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthProviders

let transport = AsyncHTTPClientTransport()
let client = ProviderClient(
  .googleWeb, id: "your-client-id.apps.googleusercontent.com", secret: Secret("your-client-secret"),
  through: transport)
// The same key at every instance. `SealingKey.generate().text` creates it.
let key = try SealingKey(text: Secret(ProcessInfo.processInfo.environment["SEALING_KEY"] ?? ""))
// One instance needs no more; several share a record in their database: AttemptSealer(key, used: …).
let sealer = AttemptSealer(key)

// snippet.requests
/// Begins a sign-in: set the cookie with Secure, HttpOnly and SameSite=Lax, and redirect to `url`.
func beginSignIn() async throws -> (url: String, cookie: Secret) {
  let attempt = try await client.begin(redirectURI: RedirectURI("https://app.example.com/callback"))
  return (attempt.url, try attempt.sealed(by: sealer))
}

/// Completes the sign-in with the callback's address and the cookie of the browser that sent it.
func finishSignIn(at address: String, cookie: Secret) async throws -> Profile {
  let attempt = try await client.restoreAttempt(cookie, from: sealer)
  let code = try await attempt.receive(AuthorizationCallback(url: address))
  return try await client.profile(client.exchange(code))
}
// snippet.end
