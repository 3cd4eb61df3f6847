#if CLI
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

/// A sign-in at a provider that Pixy knows: only the client id has to be given.
struct ProviderLogin {
  let client: ProviderClient
  let scope: Scope?
  let parameters: FormParameters
  let userAgent: any UserAgent
  let refreshes: Bool

  /// Runs it.
  /// - Parameter say: told each step in words, never a secret.
  func run(saying say: @escaping @Sendable (String) -> Void) async throws -> ProviderLoginOutcome {
    let signedIn = try await client.signIn(scope: scope, parameters: parameters, with: userAgent)
    say("Signed in. \(Login.summary(of: signedIn.tokens))")
    if let idToken = signedIn.idToken { say("The ID token is verified: \(Login.name(in: idToken.claims)).") }
    let oauth = try await client.oauthClient()
    var outcome = ProviderLoginOutcome(client.provider, TokenOutcome(oauth, signedIn.tokens))
    outcome.tokens.idToken = signedIn.idToken
    let profile = try await client.profile(signedIn)
    say("You are \(UntrustedText(profile.displayName)) at \(client.provider.name).")
    outcome.profile = profile
    if refreshes {
      guard let refreshToken = signedIn.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
      let refreshed = try await oauth.refresh(refreshToken)
      say("Refreshed. \(Login.summary(of: refreshed))")
      outcome.tokens.tokens = refreshed
    }
    return outcome
  }
}
#endif
