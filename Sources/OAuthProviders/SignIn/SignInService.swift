public import OAuth
public import OAuthCore
internal import OpenIDConnect
public import TokenStorage

/// Signs one user at a time in at a provider, stores the tokens, and reads the profile. It is the
/// service for most apps.
///
/// ```swift
/// let store = try await StorageLadder.system(app: "com.example.app").open().store
/// let service = SignInService(client, store: store)
/// var person = try await service.restore()
/// if person == nil { person = try await service.signIn(with: LoopbackUserAgent()) }
/// ```
///
/// `AuthenticationModel` connects it to a user interface. Create one for each provider and share
/// it: it owns the user's only token session.
public actor SignInService {
  /// The application at the provider.
  public nonisolated let client: ProviderClient
  /// The store for the tokens.
  public nonisolated let store: any TokenStore
  private let scope: Scope?
  private let origins: [Endpoint]
  private var open: TokenSession?

  /// Creates a service. Nothing is read or sent yet.
  ///
  /// - Parameters:
  ///   - client: The application at the provider.
  ///   - store: The store for the tokens. `StorageLadder.system(app:files:)` finds the best one on
  ///     this machine.
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - origins: Addresses of the other APIs that ``session()`` sends requests to; see
  ///     ``ProviderClient/session(for:in:origins:)``. Default: none.
  public init(_ client: ProviderClient, store: any TokenStore, scope: Scope? = nil, origins: [Endpoint] = []) {
    self.client = client
    self.store = store
    self.scope = scope
    self.origins = origins
  }

  /// Signs a user in, stores the tokens, and returns the profile.
  ///
  /// The user becomes the current one. The previous user's tokens stay in the store.
  ///
  /// If only the profile can't be read and the provider issued an ID token, the function throws,
  /// but the user is signed in; ``restore()`` reads the profile again. Nothing is stored if the
  /// profile belongs to another user, or if the task is cancelled before the tokens are stored.
  ///
  /// - Parameter userAgent: The user's browser.
  /// - Returns: The user's profile.
  /// - Throws: ``ProviderError`` before a browser opens, if the configuration can't be right; the
  ///   errors of ``ProviderClient/signIn(scope:parameters:with:)`` and
  ///   ``ProviderClient/profile(_:)``; `TokenSessionError.storage` if the tokens couldn't be
  ///   stored.
  public func signIn(with userAgent: any UserAgent) async throws -> Profile {
    let signedIn = try await client.signIn(scope: scope, with: userAgent)
    let profile: Result<Profile, any Error>
    do {
      profile = .success(try await client.profile(signedIn))
    } catch ProviderError.profileOfAnotherUser(let provider) {
      throw ProviderError.profileOfAnotherUser(provider: provider)
    } catch {
      profile = .failure(error)
    }
    // The account to store the tokens under is named after the user's ID. A cancelled task stores
    // nothing.
    try await keep(signedIn, as: signedIn.idToken?.subject ?? profile.get().id)
    return try profile.get()
  }

  /// Restores the user who signed in last, and reads the current profile. Call it when the program
  /// starts.
  ///
  /// - Returns: The profile; `nil` if no user is signed in.
  /// - Throws: `TokenSessionError` if the tokens can't be read or refreshed right now, and the
  ///   errors of ``ProviderClient/profile(through:)``; the user stays signed in. If the error's
  ///   `needsSignIn` is true, such as for an expired token without a refresh token, call
  ///   ``signIn(with:)``.
  ///   ``ProviderError/profileOfAnotherUser(provider:)`` if the profile belongs to another user.
  public func restore() async throws -> Profile? {
    guard let session = try await session() else { return nil }
    do {
      let profile = try await client.profile(through: session)
      try ProviderClient.check(profile, isAbout: session.account.name, client.provider)
      return profile
    } catch let error as TokenSessionError {
      switch error {
      case .signedOut, .ended: return nil
      default: throw error
      }
    }
  }

  /// Returns the current user's session, for requests to the provider's APIs and to the service's
  /// other origins.
  ///
  /// - Returns: The session; `nil` if no user is signed in.
  /// - Throws: `TokenSessionError.storage` if the store can't be read; the errors of
  ///   ``ProviderClient/oauthClient()``.
  public func session() async throws -> TokenSession? {
    guard let account = try await currentAccount() else { return nil }
    return try await session(for: account)
  }

  /// Signs the current user out: revokes the tokens at the provider if possible, and deletes them
  /// from the store.
  ///
  /// - Returns: The outcome at the provider. If the tokens stay valid there, tell the user.
  /// - Throws: `TokenSessionError.storage` if the tokens couldn't be deleted.
  @discardableResult
  public func signOut() async throws -> SignOutOutcome {
    guard let account = try await currentAccount() else { return .nothingToRevoke }
    let session: TokenSession
    do {
      session = try await self.session(for: account)
    } catch {
      // Without the provider's metadata the tokens can't be revoked. They are deleted from the
      // store all the same.
      try await delete(account)
      return .deletedOnly(error)
    }
    let outcome = try await client.signOut(session)
    // Another user may have signed in during the `await`.
    if open === session { open = nil }
    return outcome
  }

  private func currentAccount() async throws(TokenSessionError) -> Account? {
    do {
      return try await store.currentAccount(of: client.provider.server.accountProvider)
    } catch {
      throw TokenSessionError.storage(error)
    }
  }

  private func delete(_ account: Account) async throws {
    do {
      try await store.withLock(on: account) { [store] in try await store.delete(account) }
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func keep(_ signedIn: ProviderSignIn, as name: String) async throws {
    do {
      let account = try Account(provider: client.provider.server.accountProvider, name: name)
      try await session(for: account).keep(signedIn.tokens)
      try await store.setCurrentAccount(account)
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func session(for account: Account) async throws -> TokenSession {
    if let open, open.account == account { return open }
    let session = try await client.session(for: account, in: store, origins: origins)
    // Another call may have created the session during the `await`; each account must have only
    // one.
    if let open, open.account == account { return open }
    open = session
    return session
  }
}
