public import FoundationBasics
public import OAuthCore
public import OAuthProviders
public import OAuthSessions

/// The session of a signed-in user, in one request.
///
/// Only `WebSignInMiddleware` creates one.
public struct UserSession: Sendable {
  package let session: BrowserSession
  let signIn: WebSignIn

  package init(session: BrowserSession, signIn: WebSignIn) {
    self.session = session
    self.signIn = signIn
  }

  /// The roles of the account, read for this request behind a `SignInRequiredMiddleware`; otherwise
  /// empty.
  public package(set) var roles: Set<String> = []

  /// The user, as the provider described them at the sign-in.
  public var user: SessionUser { session.user }

  /// The token for the hidden field ``FormField/name`` of the application's forms. Another site
  /// can't read it, so it can't send the form in the user's name.
  public var formToken: Secret { session.formToken }

  /// Whether the session has tokens for calls to APIs: it is in a store.
  public var hasTokens: Bool { signIn.sessions.storage.isOnServer }

  /// The time when the user has to sign in again in any case: after the session's longest lifetime,
  /// or when the provider requires it (`SessionUser.sessionExpiresAt`). A session without requests
  /// ends sooner.
  ///
  /// The tokens may end earlier: `TokenSession.signInDeadline()`.
  public var endsAt: Date { session.end(signIn.sessions.lifetimes) }

  /// Returns the user's tokens, for calls to the provider's APIs.
  ///
  /// The token session refreshes them. Parallel requests of one session, in all instances, cause
  /// one refresh. It sends them to the provider's own addresses and to `Provider.resources`.
  ///
  /// - Throws: ``WebSignInError/noStore`` if the sessions aren't in a store;
  ///   ``WebSignInError/providerID(_:)`` if the application no longer has the provider; the errors
  ///   of discovery.
  public func tokens() async throws -> TokenSession {
    guard hasTokens else { throw WebSignInError.noStore }
    return try await signIn.tokens.tokens(of: session, try client())
  }

  /// Reads the user's current profile at the provider. A provider that describes users in the ID token
  /// only, such as Apple, does so at the sign-in: the profile is that of ``user``.
  ///
  /// - Throws: The errors of ``tokens()`` and of `ProviderClient.profile(through:)`;
  ///   `ProviderError.profileOfAnotherUser` if it isn't the session's user.
  public func profile() async throws -> Profile {
    let client = try client()
    let tokens = try await tokens()
    if client.provider.profile == .idToken { return user.profile }
    let profile = try await client.profile(through: tokens)
    guard profile.id.utf8.elementsEqual(user.subject.utf8) else {
      throw ProviderError.profileOfAnotherUser(provider: client.provider.name)
    }
    return profile
  }

  private func client() throws(WebSignInError) -> ProviderClient {
    guard let client = signIn.client(at: user.provider) else { throw .providerID(user.provider) }
    return client
  }
}
