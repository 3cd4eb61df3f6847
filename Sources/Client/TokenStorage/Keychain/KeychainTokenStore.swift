internal import OAuthCore

/// A token store in the keychain of Apple's systems: one generic password for each account.
///
/// Apps create it with `init(app:locks:accessGroup:accessibility:)`, which exists where
/// there is a keychain, and pass it to a token session. It uses the data-protection keychain. On
/// macOS, a program without the entitlement, such as one that `swift build` produces, gets the file
/// keychain instead; ``location`` reports it after the first call. macOS may then prompt the user
/// before the program reads items of an earlier build. If the program is signed later, it no longer
/// finds its items in the file keychain, and users sign in again.
///
/// Items are updated in place, which preserves the access that the user granted. Tokens that didn't
/// change are not written. Items are never synchronized between devices.
public struct KeychainTokenStore: TokenStore {
  private let app: KeychainApp
  private let keychain: OpenedKeychain
  private let locks: AccountLocks
  private let blocking = BlockingWork("pixy.keychain")

  /// Creates a store that makes its calls through `calls`. The public initializer passes Apple's.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name is invalid.
  package init(
    app: String, locks: AccountLocks, accessGroup: String?, accessibility: KeychainAccessibility,
    hasFileKeychain: Bool, calls: any KeychainCalls
  ) throws(TokenStoreError) {
    self.app = try KeychainApp(app, accessGroup: accessGroup)
    // A migration between this store and another one with the same folder holds both locks, so they
    // must differ.
    self.locks = locks.scoped("keychain/\(self.app.base)")
    keychain = OpenedKeychain(
      calls,
      OpenedKeychain.Settings(
        mark: self.app.base, test: self.app.test, accessGroup: accessGroup, accessibility: accessibility,
        hasFileKeychain: hasFileKeychain))
  }

  /// The keychain in use. Before the first call it isn't known which one that is.
  public var location: StorageLocation { keychain.location }

  /// Returns the tokens of an account.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` before the first unlock;
  ///   ``TokenStoreError/Kind/denied`` if the user refused a prompt for the file keychain;
  ///   ``TokenStoreError/Kind/absent`` if this program may not use a keychain or the access group;
  ///   ``TokenStoreError/Kind/damaged`` if the item can't be parsed;
  ///   ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote it.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    try await blocking.run { () throws(TokenStoreError) in try kept(account) }
  }

  /// Stores tokens and replaces any previous ones of the account.
  ///
  /// - Throws: The errors of ``tokens(for:)``. An item that a newer Pixy wrote stays; a damaged one
  ///   is replaced.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      do throws(TokenStoreError) {
        // Writing unchanged tokens would only be another chance to fail.
        if try kept(account) == tokens { return }
      } catch {
        guard error.kind == .damaged else { throw error }
      }
      try keychain.put(
        KeychainItem(
          service: app.service(of: account.provider), account: account.name, label: "\(app.name): \(account.name)",
          secret: tokens.checkedText(place: keychain.place)))
    }
  }

  /// Saves a test item and removes it.
  ///
  /// - Throws: The errors of ``save(_:for:)``, except ``TokenStoreError/Kind/newerFormat``.
  public func checkSaving() async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      try keychain.put(KeychainItem(service: app.test, account: "test", label: "\(app.name): test", secret: Secret("")))
      try keychain.remove(service: app.test, account: "test")
    }
  }

  /// Deletes an account's tokens and its mark as the current account.
  ///
  /// - Throws: The errors of ``tokens(for:)``, except ``TokenStoreError/Kind/damaged``.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      // Remove the mark as current account first. Otherwise a crash could leave the mark, and the
      // next sign-in would become current again.
      if try chosen(at: account.provider) == account {
        try keychain.remove(service: app.choices, account: account.provider)
      }
      try keychain.remove(service: app.service(of: account.provider), account: account.name)
    }
  }

  /// Returns all accounts that have tokens in this store, sorted. It reads only attributes, which
  /// never cause a prompt.
  ///
  /// - Throws: The errors of ``tokens(for:)``, except ``TokenStoreError/Kind/damaged``. Items that
  ///   have the app's mark but can't be an account's belong to another program and are skipped.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    try await blocking.run { () throws(TokenStoreError) in
      try keychain.items().compactMap { item in
        guard let provider = app.provider(ofService: item.service) else { return nil }
        return try? Account(provider: provider, name: item.account)
      }.sorted()
    }
  }

  /// Returns the current account of a provider, if the account still has tokens.
  ///
  /// - Throws: The errors of ``accounts()``.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    try await blocking.run { () throws(TokenStoreError) in
      guard let account = try chosen(at: provider), try isKept(account) else { return nil }
      return account
    }
  }

  /// Makes an account the current one of its provider.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if the account has no tokens; otherwise the
  ///   errors of ``accounts()``.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      guard try isKept(account) else { throw TokenStoreError(.unknownAccount, place: keychain.place) }
      guard try chosen(at: account.provider) != account else { return }
      try keychain.put(
        KeychainItem(
          service: app.choices, account: account.provider, label: "\(app.name): current account", comment: account.name,
          secret: Secret("")))
    }
  }

  /// Runs a body while it holds the account's lock: a file in the folder of locks that all programs
  /// with these tokens share.
  ///
  /// - Throws: The errors of ``TokenStore/withLock(on:_:)``.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await locks.withLock(on: account, body)
  }

  private func kept(_ account: Account) throws(TokenStoreError) -> StoredTokens? {
    let item = try keychain.item(service: app.service(of: account.provider), account: account.name, .secret)
    guard let item else { return nil }
    guard let secret = item.secret else { throw TokenStoreError(.damaged, place: keychain.place) }
    return try StoredTokens(text: secret, place: keychain.place)
  }

  private func isKept(_ account: Account) throws(TokenStoreError) -> Bool {
    try keychain.item(service: app.service(of: account.provider), account: account.name, .attributes) != nil
  }

  /// Returns the current account of a provider. Its name is an unencrypted attribute, so reading it
  /// needs no decryption.
  private func chosen(at provider: String) throws(TokenStoreError) -> Account? {
    guard let name = try keychain.item(service: app.choices, account: provider, .attributes)?.comment else {
      return nil
    }
    return try? Account(provider: provider, name: name)
  }
}
