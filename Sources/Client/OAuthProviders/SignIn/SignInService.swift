public import OAuth
public import OAuthCore
public import OAuthSessions
internal import OpenIDConnect
internal import Synchronization
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
  private let opening: @Sendable () async throws -> any TokenStore
  private let scope: Scope?
  private let origins: [Endpoint]
  private var openStore: (any TokenStore)?
  private var open: TokenSession?
  /// The end of the last change of the current user.
  private var lastTurn: Task<Void, Never>?
  /// The number of the last sign-in, and the numbers of each user's newest one.
  private var lastSignIn = 0
  private var newest: [Account: Int] = [:]

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
    self.init(client, scope: scope, origins: origins) { store }
  }

  /// Creates a service that opens its store with the first call. Nothing is read or sent yet.
  ///
  /// An app that shows its first screen before the keychain is open calls it.
  ///
  /// - Parameters:
  ///   - client: The application at the provider.
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - origins: Addresses of the other APIs that ``session()`` sends requests to. Default: none.
  ///   - opening: Opens the store for the tokens. Its errors are `TokenSessionError.storage` if they
  ///     are `TokenStoreError`s. After an error the next call opens the store again.
  public init(
    _ client: ProviderClient, scope: Scope? = nil, origins: [Endpoint] = [],
    opening: @escaping @Sendable () async throws -> any TokenStore
  ) {
    self.client = client
    self.scope = scope
    self.origins = origins
    self.opening = opening
  }

  /// Signs a user in, stores the tokens, and returns the profile.
  ///
  /// The user becomes the current one. The previous user's tokens stay in the store.
  ///
  /// If only the profile can't be read and the provider issued an ID token, the function throws,
  /// but the user is signed in; ``restore()`` reads the profile again. Nothing is stored if the
  /// profile belongs to another user, or if the task is cancelled before the tokens are stored. The
  /// tokens are then revoked, if the provider revokes tokens.
  ///
  /// - Parameter userAgent: The user's browser.
  /// - Returns: The user's profile.
  /// - Throws: ``ProviderError`` before a browser opens, if the configuration can't be right;
  ///   `TokenSessionError.storage` before a browser opens, if the store can't save tokens; the
  ///   errors of ``ProviderClient/signIn(scope:parameters:with:)`` and
  ///   ``ProviderClient/profile(_:)``; `TokenSessionError.storage` if the tokens couldn't be
  ///   stored.
  public func signIn(with userAgent: any UserAgent) async throws -> Profile {
    try await signedInUser(with: userAgent).profile
  }

  /// Signs a user in as ``signIn(with:)`` does, and returns the session too.
  package func signedInUser(with userAgent: any UserAgent) async throws -> SignedInUser {
    try await requireStore()
    return try await user(of: try await client.signIn(scope: scope, with: userAgent))
  }

  /// Signs a user in with a browser on another device (RFC 8628), stores the tokens, and returns
  /// the profile.
  ///
  /// Programs without a browser call it: on tvOS and watchOS, and at a terminal without a desktop.
  /// In all else it does the same as ``signIn(with:)``.
  ///
  /// - Parameter show: Shows the user code and the address where the user enters it.
  /// - Returns: The user's profile.
  /// - Throws: The errors of
  ///   ``ProviderClient/signInOnDevice(scope:clock:showing:progress:)`` and
  ///   ``ProviderClient/profile(_:)``; `TokenSessionError.storage` if the tokens couldn't be
  ///   stored.
  public func signInOnDevice(
    showing show: @Sendable (DeviceAuthorization) async throws -> Void
  ) async throws -> Profile {
    try await signedInUserOnDevice(showing: show).profile
  }

  /// Signs a user in as ``signInOnDevice(showing:)`` does, and returns the session too.
  package func signedInUserOnDevice(
    showing show: @Sendable (DeviceAuthorization) async throws -> Void
  ) async throws -> SignedInUser {
    try await requireStore()
    return try await user(of: try await client.signInOnDevice(scope: scope, showing: show))
  }

  /// Reads the profile after a sign-in, and stores the tokens.
  private func user(of signedIn: ProviderSignIn) async throws -> SignedInUser {
    let isStored = Mutex(false)
    do {
      return try await user(of: signedIn) { isStored.withLock { $0 = true } }
    } catch {
      if !isStored.withLock(\.self) { await client.revokeUnused(signedIn.tokens) }
      throw error
    }
  }

  private func user(
    of signedIn: ProviderSignIn, whenStored: @escaping @Sendable () -> Void
  ) async throws -> SignedInUser {
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
    let name = try signedIn.idToken?.subject ?? profile.get().id
    let (session, number) = try await makeCurrent(name) { session in
      try await session.save(signedIn.tokens)
      whenStored()
    }
    return SignedInUser(profile: try profile.get(), session: session, signIn: number)
  }

  /// Restores the user who signed in last, and reads the current profile. Call it when the program
  /// starts.
  ///
  /// - Returns: The profile; `nil` if only ``signIn(with:)`` helps: no user is signed in, the
  ///   provider ended the session, or the access token has expired and there is no refresh token.
  /// - Throws: `TokenSessionError` if the tokens can't be read or refreshed right now, and the
  ///   errors of ``ProviderClient/profile(through:)``; the user stays signed in.
  ///   ``ProviderError/profileOfAnotherUser(provider:)`` if the profile belongs to another user.
  public func restore() async throws -> Profile? {
    try await restoredUser()?.profile
  }

  /// Restores the user as ``restore()`` does, and returns the session too.
  package func restoredUser() async throws -> SignedInUser? {
    while let session = try await session() {
      do {
        let profile = try await client.profile(through: session)
        try client.provider.check(profile, isAbout: session.account.name)
        guard try await isOfAnother(session) else { return SignedInUser(profile: profile, session: session) }
      } catch let error where ErrorCategory(of: error) == .signInNeeded {
        guard try await isOfAnother(session) else { return nil }
      }
    }
    return nil
  }

  /// Returns whether another user than the session's has signed in meanwhile.
  private func isOfAnother(_ session: TokenSession) async throws -> Bool {
    guard let current = try await currentAccount() else { return false }
    return current != session.account
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
  /// - Returns: The outcome at the provider. If the tokens stay valid there, the error is
  ///   ``UnrevokedTokens``: show it to the user.
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
      return .deletedOnly(
        UnrevokedTokens(at: client.provider, clientID: client.id, hasExpiry: nil, because: error))
    }
    let outcome = try await client.signOut(session)
    // Another user may have signed in during the `await`.
    close(session)
    return outcome
  }

  /// Returns the store, opened by the first call.
  private func store() async throws -> any TokenStore {
    if let openStore { return openStore }
    do {
      let store = try await opening()
      // Another call may have opened the store during the `await`.
      if let openStore { return openStore }
      openStore = store
      return store
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  /// Throws if the store can't be opened or can't save tokens: an error before the browser opens
  /// loses no sign-in.
  private func requireStore() async throws {
    let store = try await store()
    do {
      try await store.checkSaving()
    } catch {
      throw TokenSessionError.storage(error)
    }
  }

  func currentAccount() async throws -> Account? {
    do {
      return try await store().currentAccount(of: client.provider.server.accountProvider)
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func delete(_ account: Account) async throws {
    let store = try await store()
    do {
      try await store.withLock(on: account) { try await store.delete(account) }
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  /// Stores the tokens of a user, and makes the user the current one.
  ///
  /// - Returns: The user's session, and the number of this sign-in.
  func makeCurrent(
    _ name: String, storing keep: @escaping @Sendable (TokenSession) async throws -> Void
  ) async throws -> (TokenSession, signIn: Int) {
    try await inTurn {
      let account = try Account(provider: self.client.provider.server.accountProvider, name: name)
      let session = try await self.session(for: account)
      try await keep(session)
      try await self.store().setCurrentAccount(account)
      return (session, await self.numbered(account))
    }
  }

  /// Signs a user out whose sign-in was cancelled when it was complete already. The tokens of a later
  /// sign-in of the same user stay.
  package func undo(_ user: SignedInUser) async {
    _ = try? await inTurn {
      guard await self.isNewest(user) else { return }
      _ = try await self.client.signOut(user.session)
      await self.close(user.session)
    }
  }

  /// Runs a change of the current user after the changes that were begun before.
  private func inTurn<Result: Sendable>(_ change: @escaping @Sendable () async throws -> Result) async throws -> Result
  {
    let turn = Task { [lastTurn] in
      await lastTurn?.value
      return try await change()
    }
    lastTurn = Task { _ = try? await turn.value }
    do {
      return try await withTaskCancellationHandler {
        try await turn.value
      } onCancel: {
        turn.cancel()
      }
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func numbered(_ account: Account) -> Int {
    lastSignIn += 1
    newest[account] = lastSignIn
    return lastSignIn
  }

  private func isNewest(_ user: SignedInUser) -> Bool {
    user.signIn != nil && newest[user.session.account] == user.signIn
  }

  private func close(_ session: TokenSession) {
    if open === session { open = nil }
  }

  /// Forgets a user whose tokens are those of another user.
  func discard(_ session: TokenSession) async throws {
    close(session)
    try await delete(session.account)
  }

  private func session(for account: Account) async throws -> TokenSession {
    if let open, open.account == account { return open }
    let session = try await client.session(for: account, in: store(), origins: origins)
    // Another call may have created the session during the `await`; each account must have only
    // one.
    if let open, open.account == account { return open }
    open = session
    return session
  }
}
