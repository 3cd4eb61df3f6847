#if os(Linux)
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import OAuthCore

/// Tokens in the keyring of a Linux desktop: GNOME Keyring, KWallet, KeePassXC, or whatever else offers the Secret Service on
/// the session's D-Bus.
///
/// Apps create one at their start. Each account's tokens are one item of the default keyring, which people see in their
/// keyring's program as "Tokens of ada at https://…". The items' names (provider, account, application) can be read while the keyring
/// is locked, by design of the Secret Service; the tokens can't.
///
/// libsecret is opened when it is first needed, so that programs build and start without it. No call waits longer than the
/// limit, and no call but ``unlock(within:)`` lets the keyring ask the person anything: a locked keyring is
/// ``TokenStoreError/Kind/locked`` at once.
///
/// A save that timed out may still be carried out by a service that wakes up later, in the order in which saves were made: the
/// store holds the old tokens or the new ones, whole. How durable a finished save is, is up to the service; GNOME Keyring
/// writes a new file and renames it before it answers.
///
/// GLib's sockets make the process ignore `SIGPIPE` from the first call on.
///
/// Secret Service API Specification 0.2 (freedesktop.org).
public struct SecretServiceTokenStore: TokenStore {
  /// How long a call waits unless told otherwise: longer than any keyring needs that isn't stuck.
  public static let limit = Duration.seconds(3)

  static let protection =
    "Your keyring's password protects it. While the keyring is unlocked, every program that you run can read it."

  private let work: KeyringWork
  private let application: String
  private let limit: Duration
  private let locks: AccountLocks

  /// Describes a store; nothing is opened, loaded or asked yet.
  ///
  /// - Parameters:
  ///   - application: whose items these are. Programs with the same word share them: an app and its command-line tool, say.
  ///   - locks: the accounts' locks; every program that shares the items must be given the same folder.
  ///   - limit: how long each call waits at most, more than zero.
  ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
  ///   - library: libsecret's name for the system's loader, or its path.
  ///   - clock: waits for the limit.
  public init(
    application: String = "pixy", locks: AccountLocks, limit: Duration = SecretServiceTokenStore.limit,
    environment: [String: String] = ProcessInfo.processInfo.environment, library: String = "libsecret-1.so.0",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.application = application
    // Tokens may be on their way between this store and another one that was given the same folder.
    self.locks = locks.scoped("secret-service/\(application)")
    self.limit = limit
    work = KeyringWork(library: library, environment: environment, clock: clock)
  }

  /// The Secret Service.
  public var location: StorageLocation {
    StorageLocation(
      .secretService, place: "the default keyring of the Secret Service, as \"\(application)\"",
      protection: Self.protection)
  }

  /// Whether the store can be used now: the library, the bus, the service and an unlocked keyring are there.
  ///
  /// For who chooses among stores, and for "why doesn't it work?".
  ///
  /// - Throws: ``TokenStoreError/Kind/absent``, ``TokenStoreError/Kind/locked``, ``TokenStoreError/Kind/timedOut``,
  ///   ``TokenStoreError/Kind/denied``.
  public func check() async throws(TokenStoreError) {
    _ = try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.openCollection() }
  }

  /// Unlocks the keyring, for which it may ask the person for a password. Call it when the person is there and expects it.
  ///
  /// When the task is cancelled, the question is taken back.
  ///
  /// - Parameter limit: how long the person has, a minute or more.
  /// - Throws: ``TokenStoreError/Kind/denied`` if the person declined; ``TokenStoreError/Kind/timedOut`` at the limit, when the
  ///   question is taken back; ``TokenStoreError/Kind/absent`` if there is nothing to unlock, or nobody to ask;
  ///   ``TokenStoreError/Kind/failed`` if the task was cancelled.
  public func unlock(within limit: Duration = .seconds(120)) async throws(TokenStoreError) {
    try await work.run(within: limit, isCancellable: true) { keyring throws(TokenStoreError) in try keyring.unlock() }
  }

  /// The tokens of an account.
  ///
  /// - Returns: `nil` if there are none, which only an unlocked keyring can tell.
  /// - Throws: ``TokenStoreError``: ``TokenStoreError/Kind/absent``, ``TokenStoreError/Kind/locked``,
  ///   ``TokenStoreError/Kind/timedOut``, ``TokenStoreError/Kind/denied``; ``TokenStoreError/Kind/damaged`` or
  ///   ``TokenStoreError/Kind/newerFormat`` for what is in the item.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let items = items
    let text = try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.secret(items.tokens(of: account)).map(Secret.init)
    }
    return try text.map { text throws(TokenStoreError) in
      try StoredTokens(text: text, place: location.place)
    }
  }

  /// Keeps tokens in the account's item, in place of what is there.
  ///
  /// - Throws: ``TokenStoreError``, as ``tokens(for:)``; ``TokenStoreError/Kind/failed`` if they couldn't be read again, being longer than
  ///   1 MiB for example.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    let items = items
    let text = try tokens.checkedText(place: location.place)
    try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.keep(
        text.reveal(), label: "Tokens of \(UntrustedText(account.description))", attributes: items.tokens(of: account))
    }
  }

  /// Removes the account's item, and that it is the current account.
  ///
  /// - Throws: ``TokenStoreError``, as ``tokens(for:)``.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    let items = items
    try await work.run(within: limit) { keyring throws(TokenStoreError) in
      let tokens = try keyring.items(items.tokens(of: account))
      // Some services show nothing of a locked keyring.
      if tokens.isEmpty { _ = try keyring.openCollection() }
      // The choice first: a crash in between leaves tokens that nobody chose, and not a choice for tokens to come.
      let choice = items.choice(at: account.provider)
      do throws(TokenStoreError) {
        if let name = try keyring.secret(choice), name.utf8.elementsEqual(account.name.utf8) {
          try keyring.remove(choice)
        }
      } catch {
        // A choice that can't be read is none; signing out must not depend on it.
        guard error.kind == .damaged else { throw error }
      }
      for item in tokens { try keyring.remove(item) }
    }
  }

  /// All accounts that have an item here, sorted. No secret is unsealed.
  ///
  /// - Throws: ``TokenStoreError``; ``TokenStoreError/Kind/locked`` if the service doesn't tell names while it is locked;
  ///   ``TokenStoreError/Kind/damaged`` for an item that names no account.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    let listing = try await listing()
    if let problem = listing.problems.first { throw problem }
    return listing.accounts
  }

  /// The accounts that have an item here, sorted, and an error for each item that names none. No secret is unsealed.
  ///
  /// - Throws: ``TokenStoreError``; ``TokenStoreError/Kind/locked`` as ``accounts()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let items = items
    return try await work.run(within: limit) { keyring throws(TokenStoreError) in try keyring.listing(items) }
  }

  /// The account that a person chose at a provider, if it still has tokens.
  ///
  /// - Throws: ``TokenStoreError``, as ``tokens(for:)``: which one was chosen is kept as a secret.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    // No account, so no choice either.
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
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if it has no tokens; others as ``tokens(for:)``.
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

  /// Does something while nobody else does anything under the same account's lock: a file in the folder of locks, since the
  /// Secret Service has none.
  ///
  /// - Throws: as ``AccountLocks/withLock(on:_:)``.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await locks.withLock(on: account, body)
  }

  private var items: KeyringNames { KeyringNames(application: application) }
}
#endif
