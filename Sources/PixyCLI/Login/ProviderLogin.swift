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
    var signedIn = try await client.signIn(scope: scope, parameters: parameters, with: userAgent)
    say("Signed in. \(Login.summary(of: signedIn.tokens))")
    if let idToken = signedIn.idToken { say("The ID token is verified: \(Login.name(in: idToken.claims)).") }
    let profile = try await Self.profile(of: signedIn, client, saying: say)
    if refreshes {
      signedIn = try await client.refresh(signedIn)
      say("Refreshed. \(Login.summary(of: signedIn.tokens))")
    }
    var tokens = TokenOutcome(try await client.oauthClient(), signedIn.tokens)
    tokens.idToken = signedIn.idToken
    return ProviderLoginOutcome(provider: client.provider, tokens: tokens, profile: profile)
  }

  /// Who it is; `nil` if the provider doesn't say: nothing about the tokens is in doubt then, and they aren't thrown away for it.
  static func profile(
    of signedIn: ProviderSignIn, _ client: ProviderClient, saying say: @Sendable (String) -> Void
  ) async throws -> Profile? {
    do {
      let profile = try await client.profile(signedIn)
      say("You are \(UntrustedText(profile.displayName)) at \(client.provider.name).")
      return profile
    } catch let error as ProviderError {
      switch error {
      case .profileRefused, .profileMalformed:
        say("The profile could not be read: \(error)")
        return nil
      default: throw error
      }
    }
  }
}
