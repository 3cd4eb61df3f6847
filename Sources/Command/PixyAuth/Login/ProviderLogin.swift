internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

/// A sign-in at a named provider, which needs only a client ID.
struct ProviderLogin {
  let client: ProviderClient
  let scope: Scope?
  let parameters: FormParameters
  let userAgent: any UserAgent
  let refreshes: Bool

  /// Runs the sign-in.
  /// - Parameter say: Reports each step, without secrets.
  func run(saying say: @escaping @Sendable (String) -> Void) async throws -> ProviderLoginOutcome {
    var signedIn = try await client.signIn(scope: scope, parameters: parameters, with: userAgent)
    say("Signed in. \(Login.summary(of: signedIn.tokens))")
    if let idToken = signedIn.idToken { say("The ID token is verified: \(Login.name(in: idToken.claims)).") }
    let profile = try await Self.profile(of: signedIn, client, saying: say)
    let oauth = try await client.oauthClient()
    if refreshes {
      signedIn = try await oauth.keeping(signedIn.tokens) { [signedIn] in try await client.refresh(signedIn) }
      say("Refreshed. \(Login.summary(of: signedIn.tokens))")
    }
    var tokens = TokenOutcome(oauth, signedIn.tokens)
    tokens.idToken = signedIn.idToken
    return ProviderLoginOutcome(provider: client.provider, tokens: tokens, profile: profile)
  }

  /// Reads the profile; `nil` if it can't be read. The tokens are valid without a profile, unless it
  /// is the profile of another user.
  static func profile(
    of signedIn: ProviderSignIn, _ client: ProviderClient, saying say: @Sendable (String) -> Void
  ) async throws -> Profile? {
    do {
      let profile = try await client.profile(signedIn)
      say("You are \(UntrustedText(profile.displayName)) at \(client.provider.name).")
      return profile
    } catch let error as any ExplainedError where !isOfAnotherUser(error) {
      say("The profile could not be read: \(error.explanation)")
      return nil
    } catch {
      await client.revokeUnused(signedIn.tokens)
      throw error
    }
  }

  private static func isOfAnotherUser(_ error: any Error) -> Bool {
    if case ProviderError.profileOfAnotherUser = error { true } else { false }
  }
}
