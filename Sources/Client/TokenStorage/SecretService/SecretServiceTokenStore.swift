#if os(Linux)
public import FoundationBasics
internal import OAuthCore

/// A token store in the keyring of a Linux desktop: GNOME Keyring, KWallet, KeePassXC, or any other
/// Secret Service on the session's D-Bus.
///
/// Apps create one when they start. Each account's tokens are one item of the default keyring.
/// Users see the item in their keyring program as "Tokens of ada at https://…". The items' names
/// (provider, account, application) can be read while the keyring is locked, by design of the
/// Secret Service; the tokens can't.
///
/// libsecret is loaded when it is first needed, so programs build and start without it. No call
/// waits longer than its limit. Only ``unlock(within:)`` unlocks the keyring; every other call fails
/// with ``TokenStoreError/Kind/locked`` at once if the keyring is locked. An open wallet of KWallet
/// counts as unlocked.
///
/// KeePassXC carries out each change as a prompt, and may ask the user about each access or
/// deletion. The store opens these prompts, and waits another minute for the user's answer.
///
/// A service that was unresponsive may still carry out a save after its timeout, in the order in
/// which saves were made. The store then holds the old tokens or the new ones, complete. The
/// durability of a finished save depends on the service; GNOME Keyring writes a new file and
/// renames it before it replies.
///
/// GLib's sockets make the process ignore `SIGPIPE` from the first call on.
///
/// Secret Service API Specification 0.2 (freedesktop.org).
public struct SecretServiceTokenStore: TokenStore {
  /// The default time limit of a call. Only an unresponsive keyring needs longer.
  public static let limit = Duration.seconds(3)

  /// The default time that the user has to answer a question of the keyring.
  public static let promptLimit = Duration.seconds(60)

  static let protection =
    "Your keyring's password protects it. While the keyring is unlocked, every program that you run can read it."

  private let work: KeyringWork
  private let application: String
  private let limit: Duration
  private let locks: AccountLocks

  /// Describes a store. Nothing is opened, loaded or requested yet.
  ///
  /// - Parameters:
  ///   - application: The name of the items' owner. Programs with the same name share their items,
  ///     for example an app and its command-line tool.
  ///   - locks: The accounts' locks. All programs that share the items must use the same folder.
  ///   - limit: The longest time that each call waits, more than zero.
  ///   - promptLimit: The longest further time that each call waits for the user's answer to a
  ///     question of the keyring.
  ///   - environment: The environment variables, of which `DBUS_SESSION_BUS_ADDRESS` and
  ///     `XDG_RUNTIME_DIR` are used.
  ///   - library: The file name of libsecret for the system's loader, or its path.
  ///   - clock: The clock that measures the limit.
  ///   - onPrompt: Receives `promptLimit` when a call has reached its limit because the keyring's
  ///     program asks the user in a window of its own. A command tells its user to answer there.
  ///     Default: does nothing.
  public init(
    application: String = "pixy", locks: AccountLocks, limit: Duration = SecretServiceTokenStore.limit,
    promptLimit: Duration = SecretServiceTokenStore.promptLimit,
    environment: [String: String] = ProcessInfo.processInfo.environment, library: String = "libsecret-1.so.0",
    clock: any Clock<Duration> = ContinuousClock(), onPrompt: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.application = application
    // A migration between this store and another one with the same folder holds both locks, so they
    // must differ.
    self.locks = locks.scoped("secret-service/\(application)")
    self.limit = limit
    work = KeyringWork(
      library: library, environment: environment, clock: clock, promptLimit: promptLimit, onPrompt: onPrompt)
  }

  /// The Secret Service's default keyring.
  public var location: StorageLocation {
    StorageLocation(
      .secretService, place: "the default keyring of the Secret Service, as \"\(application)\"",
      protection: Self.protection)
  }

  /// Checks whether the store is usable now: whether the library, the bus, the service and an
  /// unlocked keyring are there.
  ///
  /// Call it to diagnose a problem. It writes nothing: ``checkSaving()`` does.
  ///
  /// - Throws: ``TokenStoreError/Kind/absent`` if the library, the bus or the service is missing;
  ///   ``TokenStoreError/Kind/noKeyring`` if the service has no keyring;
  ///   ``TokenStoreError/Kind/locked`` if the keyring is locked;
  ///   ``TokenStoreError/Kind/timedOut`` at the limit; ``TokenStoreError/Kind/denied`` if access
  ///   was refused.
  public func check() async throws(TokenStoreError) {
    _ = try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.openCollection() }
  }

  /// Saves a test item, reads it back and removes it. The item stays only if the service asks the
  /// user about its removal, as KeePassXC does by default, and the user declines or doesn't answer.
  /// The next test then replaces it.
  ///
  /// - Throws: The errors of ``check()`` and ``save(_:for:)``.
  public func checkSaving() async throws(TokenStoreError) {
    let items = items
    do {
      try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.testSave(items) }
    } catch {
      try? await removeTest()
      throw error
    }
    try await removeTest()
  }

  private func removeTest() async throws(TokenStoreError) {
    let items = items
    do {
      try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.remove(items.test) }
    } catch {
      guard error.kind == .denied || error.kind == .timedOut else { throw error }
    }
  }

  /// Unlocks the keyring, which may prompt the user for the keyring's password. Call it only when
  /// the user is present and expects the prompt.
  ///
  /// Cancelling the task withdraws the prompt.
  ///
  /// - Parameter limit: The time that the user has, a minute or more.
  /// - Throws: ``TokenStoreError/Kind/denied`` if the user declined;
  ///   ``TokenStoreError/Kind/timedOut`` at the limit, which also withdraws the prompt;
  ///   ``TokenStoreError/Kind/absent`` or ``TokenStoreError/Kind/noKeyring`` if there is no keyring;
  ///   ``TokenStoreError/Kind/failed`` if the task was cancelled.
  public func unlock(within limit: Duration = .seconds(120)) async throws(TokenStoreError) {
    try await work.run(within: limit, isCancellable: true) { keyring throws(TokenStoreError) in try keyring.unlock() }
  }

  /// Returns the tokens of an account.
  ///
  /// - Returns: `nil` if there are none. Only an unlocked keyring gives this answer.
  /// - Throws: The errors of ``check()`` if the keyring can't be read;
  ///   ``TokenStoreError/Kind/damaged`` if the item can't be parsed;
  ///   ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote it.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let items = items
    let text = try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.secret(items.tokens(of: account)).map(Secret.init)
    }
    return try text.map { text throws(TokenStoreError) in
      try StoredTokens(text: text, place: location.place)
    }
  }

  /// Stores tokens in the account's item and replaces any previous ones.
  ///
  /// - Throws: The errors of ``tokens(for:)``; ``TokenStoreError/Kind/failed`` if the tokens
  ///   couldn't be read back, for example because they are longer than 1 MiB.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    let items = items
    let text = try tokens.checkedText(place: location.place)
    try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.keep(
        text.reveal(), label: "Tokens of \(UntrustedText(account.description))", attributes: items.tokens(of: account))
    }
  }

  /// Deletes the account's item and its mark as the current account.
  ///
  /// - Throws: The errors of ``tokens(for:)``.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    let items = items
    try await work.run(within: limit) { keyring throws(TokenStoreError) in
      let tokens = try keyring.items(items.tokens(of: account))
      // Some services hide the items of a locked keyring.
      if tokens.isEmpty { _ = try keyring.openCollection() }
      // Remove the mark as current account first. A crash in between then leaves tokens without the
      // mark, instead of a mark that applies to the next sign-in.
      let choice = items.choice(at: account.provider)
      do throws(TokenStoreError) {
        if let name = try keyring.secret(choice), name.utf8.elementsEqual(account.name.utf8) {
          try keyring.remove(choice)
        }
      } catch {
        // An unreadable mark counts as none: signing out must not depend on it.
        guard error.kind == .damaged else { throw error }
      }
      for item in tokens { try keyring.remove(item) }
    }
  }

  /// Returns all accounts that have an item in this store, sorted. No secret is decrypted.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the service hides names while it is locked;
  ///   ``TokenStoreError/Kind/damaged`` for an item that names no account; otherwise the errors of
  ///   ``check()``.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    let listing = try await listing()
    if let problem = listing.problems.first { throw problem }
    return listing.accounts
  }

  /// Returns the accounts that have an item in this store, sorted, and an error for each item that
  /// names none. No secret is decrypted.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the service hides names while it is locked;
  ///   otherwise the errors of ``check()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let items = items
    return try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.listing(items) }
  }

  /// Returns the current account of a provider, if the account still has tokens.
  ///
  /// - Throws: The errors of ``tokens(for:)``, because the current account's name is stored as a
  ///   secret.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    // A provider that can't be in an account has no current account either.
    guard (try? Account(provider: provider, name: "?")) != nil else { return nil }
    let items = items
    return try await work.run(within: limit) { keyring throws(TokenStoreError) in
      guard let name = try keyring.secret(items.choice(at: provider)),
        let account = try? Account(provider: provider, name: name),
        try !keyring.items(items.tokens(of: account)).isEmpty
      else { return nil }
      return account
    }
  }

  /// Makes an account the current one of its provider.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if the account has no tokens; otherwise the
  ///   errors of ``tokens(for:)``.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    let items = items
    let place = location.place
    try await work.run(within: limit) { keyring throws(TokenStoreError) in
      guard try !keyring.items(items.tokens(of: account)).isEmpty else {
        _ = try keyring.openCollection()
        throw TokenStoreError(.unknownAccount, place: place)
      }
      try keyring.keep(
        account.name, label: "Current account at \(UntrustedText(account.provider))",
        attributes: items.choice(at: account.provider))
    }
  }

  /// Runs a body while it holds the account's lock. The lock is a file in the folder of locks,
  /// because the Secret Service has no locks.
  ///
  /// - Throws: The errors of ``AccountLocks/withLock(on:_:)``.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await locks.withLock(on: account, body)
  }

  private var items: KeyringNames { KeyringNames(application: application) }
}
#endif
