internal import OAuthCore

/// Tokens in the keychain of Apple's systems: one generic password for each account.
///
/// Apps make one with `init(app:locks:accessGroup:accessibility:asking:)`, which exists where there is a keychain, and give it to a
/// token session. It uses the data-protection keychain. A program without the entitlement, as `swift build` makes them, gets
/// the file keychain on macOS instead, which ``location`` says after the first call; there macOS may ask the person whether
/// the program may read what another build of it wrote. When a program is signed later, it finds nothing of what it kept
/// before, in the file keychain: people sign in again.
///
/// Items are updated in place, which keeps the access that the person granted, and not written at all when nothing changed.
/// They are never synchronized between devices.
public struct KeychainTokenStore: TokenStore {
  private let app: KeychainApp
  private let keychain: OpenedKeychain
  private let locks: AccountLocks
  private let blocking = BlockingWork("pixy.keychain")

  /// Uses a keychain through its calls; the public initializer gives Apple's.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name can't be used.
  package init(
    app: String, locks: AccountLocks, accessGroup: String?, accessibility: KeychainAccessibility,
    asking reason: String?, hasFileKeychain: Bool, calls: any KeychainCalls
  ) throws(TokenStoreError) {
    self.app = try KeychainApp(app, accessGroup: accessGroup)
    // Tokens may be on their way between this store and another one that was given the same folder.
    self.locks = locks.scoped("keychain/\(self.app.base)")
    keychain = OpenedKeychain(
      calls,
      OpenedKeychain.Settings(
        mark: self.app.base, accessGroup: accessGroup, accessibility: accessibility, reason: reason,
        hasFileKeychain: hasFileKeychain))
  }

  /// Which keychain; until the first call only that it is one.
  public var location: StorageLocation { keychain.location }

  /// The tokens of an account.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` before the first unlock, or if the person had to be asked and must not be;
  ///   ``TokenStoreError/Kind/denied`` if they refused; ``TokenStoreError/Kind/absent`` if this program may use no keychain
  ///   or not that access group; ``TokenStoreError/Kind/damaged`` and ``TokenStoreError/Kind/newerFormat``.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    try await blocking.run { () throws(TokenStoreError) in try kept(account) }
  }

  /// Keeps tokens in place of whatever the account has.
  ///
  /// - Throws: as ``tokens(for:)``. What a newer Pixy wrote stays; what is damaged is replaced.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      do throws(TokenStoreError) {
        // To write what is there already would only be another chance to fail.
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

  /// Forgets an account's tokens, and that it is the current one.
  ///
  /// - Throws: as ``tokens(for:)``, but for damage.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      // The choice first: left behind, it would come back with the next sign-in.
      if try chosen(at: account.provider) == account {
        try keychain.remove(service: app.choices, account: account.provider)
      }
      try keychain.remove(service: app.service(of: account.provider), account: account.name)
    }
  }

  /// All accounts that have tokens here, sorted. Only attributes are read, for which no keychain asks anybody.
  ///
  /// - Throws: as ``tokens(for:)``, but for damage. Items that bear the app's mark and can't be an account's aren't ours and
  ///   are left out.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    try await blocking.run { () throws(TokenStoreError) in
      try keychain.items().compactMap { item in
        guard let provider = app.provider(ofService: item.service) else { return nil }
        return try? Account(provider: provider, name: item.account)
      }.sorted()
    }
  }

  /// The account that was chosen at a provider, if it still has tokens.
  ///
  /// - Throws: as ``accounts()``.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    try await blocking.run { () throws(TokenStoreError) in
      guard let account = try chosen(at: provider), try isKept(account) else { return nil }
      return account
    }
  }

  /// Makes an account the current one of its provider.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if it has no tokens; as ``accounts()``.
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

  /// Does something while nobody else does anything under the same account's lock: a file in the folder that all who share
  /// the tokens were given.
  ///
  /// - Throws: as the protocol says.
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

  /// The name is in the clear, as in every item, so that asking for it unseals nothing.
  private func chosen(at provider: String) throws(TokenStoreError) -> Account? {
    guard let name = try keychain.item(service: app.choices, account: provider, .attributes)?.comment else {
      return nil
    }
    return try? Account(provider: provider, name: name)
  }
}
