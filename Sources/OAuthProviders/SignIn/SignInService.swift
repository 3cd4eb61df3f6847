public import OAuth
public import OAuthCore
internal import OpenIDConnect
public import TokenStorage

/// Signs one person at a time in at a provider, remembers them, and says who they are: what most apps need and no more.
///
/// ```swift
/// let store = try await StorageLadder.system(app: "com.example.app").open().store
/// let service = SignInService(client, store: store)
/// var person = try await service.restore()
/// if person == nil { person = try await service.signIn(with: LoopbackUserAgent()) }
/// ```
///
/// `AuthenticationModel` shows it to a user interface. Make one for each provider and share it: it has the one token session of the
/// person.
public actor SignInService {
  /// The application at the provider.
  public nonisolated let client: ProviderClient
  /// Where tokens are kept.
  public nonisolated let store: any TokenStore
  private let scope: Scope?
  private var open: TokenSession?

  /// Nobody is asked yet.
  ///
  /// - Parameters:
  ///   - client: the application at the provider.
  ///   - store: where tokens are kept; `StorageLadder.system(app:files:)` finds the best that this machine has.
  ///   - scope: what to ask for; `nil` for the provider's usual.
  public init(_ client: ProviderClient, store: any TokenStore, scope: Scope? = nil) {
    self.client = client
    self.store = store
    self.scope = scope
  }

  /// Signs a person in, keeps the tokens, and says who it is. Whoever was signed in before stays in the store, and isn't the current
  /// one any more.
  ///
  /// - Parameter userAgent: the person's browser.
  /// - Throws: ``ProviderError`` before a browser opens if the configuration can't be right; what
  ///   ``ProviderClient/signIn(scope:parameters:with:)`` throws; `TokenSessionError.storage` if the tokens couldn't be kept. If only the profile
  ///   couldn't be read and the provider gave an ID token, the person is signed in all the same, and ``restore()`` tries again. Nothing is
  ///   kept if the profile is somebody else's, or if the task is cancelled before the tokens are stored.
  public func signIn(with userAgent: any UserAgent) async throws -> Profile {
    let signedIn = try await client.signIn(scope: scope, with: userAgent)
    let profile: Result<Profile, any Error>
    do {
      profile = .success(try await client.profile(signedIn))
    } catch ProviderError.profileOfSomebodyElse(let provider) {
      throw ProviderError.profileOfSomebodyElse(provider: provider)
    } catch {
      profile = .failure(error)
    }
    // Who it is has to be known before there is an account to keep the tokens for. Nothing is kept in a task that was cancelled.
    try await keep(signedIn, as: signedIn.idToken?.subject ?? profile.get().id)
    return try profile.get()
  }

  /// Who was signed in last and still is, as the provider says now. Call it when the program starts.
  ///
  /// - Returns: `nil` if nobody is.
  /// - Throws: `TokenSessionError` if the tokens can't be read or refreshed at the moment, and the errors of
  ///   ``ProviderClient/profile(through:)``: the person is still signed in then. ``ProviderError/profileOfSomebodyElse(provider:)``.
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

  /// The session of the current person, for requests to the provider's interfaces; `nil` if nobody is signed in.
  ///
  /// - Throws: `TokenSessionError.storage` if the store can't be read; as ``ProviderClient/oauthClient()``.
  public func session() async throws -> TokenSession? {
    guard let account = try await currentAccount() else { return nil }
    return try await session(for: account)
  }

  /// Signs the current person out: the provider ends the tokens if it can, and they are deleted here in any case.
  ///
  /// - Returns: what became of the tokens at the provider; tell the person if they live on.
  /// - Throws: `TokenSessionError.storage` if they couldn't be deleted.
  @discardableResult
  public func signOut() async throws -> SignOutOutcome {
    guard let account = try await currentAccount() else { return .nothingToRevoke }
    let session: TokenSession
    do {
      session = try await self.session(for: account)
    } catch {
      // The provider's metadata can't be had: it can't be told, and the tokens go all the same.
      try await delete(account)
      return .deletedOnly(error)
    }
    let outcome = try await client.signOut(session)
    // Somebody else may have signed in meanwhile.
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
    let session = try await client.session(for: account, in: store)
    // Another call may have made one in the meantime, and there must be one for each account.
    if let open, open.account == account { return open }
    open = session
    return session
  }
}
