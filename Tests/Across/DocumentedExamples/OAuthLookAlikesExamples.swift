import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders

/// Creates a client of a look-alike of GitHub.
func clientOfALookAlike() throws -> ProviderClient {
  let gitHub = try LookAlike.gitHub()
  let transport = LookAlikeTransport(gitHub)
  let client = ProviderClient(.gitHub, id: LookAlikeClient.gitHubOAuthApp.id, through: transport)
  return client
}

/// Signs the simulated user in.
func signInTheSimulatedUser(
  _ gitHub: LookAlike, attempt: AuthorizationAttempt, through transport: any HTTPTransport
) async throws -> AuthorizationCode {
  let callback = try await gitHub.user.simulated().visit(attempt.url, through: transport)
  return try attempt.receive(AuthorizationCallback(url: callback))
}
