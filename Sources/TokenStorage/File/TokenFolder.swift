internal import OAuthCore
internal import PKCE
internal import SystemPackage

/// The folder of a store and what can be done in it. All of it blocks.
///
/// Every writer holds one lock. Reading needs none: each file is always whole.
struct TokenFolder: Sendable {
  /// How long a writer waits for others, each of which needs a few milliseconds, or its person's answer to a keyring.
  static let patience = Duration.seconds(30)
  private static let storeName = "store"
  private static let currentName = "current"
  private static let suffix = ".tokens"

  let files: PrivateFiles
  /// Where the locks are.
  let locks: PrivateFolder
  private let patience: Duration

  init(
    _ path: FilePath, calls: any FileCalls, random: any RandomSource, patience: Duration = TokenFolder.patience
  ) {
    files = PrivateFiles(folder: PrivateFolder(path, calls: calls), calls: calls, random: random)
    locks = PrivateFolder(path.appending("locks"), calls: calls)
    self.patience = patience
  }

  /// A file's path.
  func place(_ name: String) -> String { files.folder.path.appending(name).string }
  /// The file `store`.
  var storePlace: String { place(Self.storeName) }

  static func name(_ account: Account) -> String { account.fileName + suffix }

  /// Makes the folders if they aren't there.
  func prepare() throws(TokenStoreError) {
    try files.folder.prepare()
    try locks.prepare()
  }

  /// Waits until nobody else writes, and removes what dead writers left.
  ///
  /// - Returns: what has to be given to ``unlock(_:)``.
  func lock() throws(TokenStoreError) -> FileDescriptor {
    try prepare()
    let file = try LockFile(locks.path.appending("writing.lock"), calls: files.calls).lock(patience: patience)
    files.removeLeftovers()
    return file
  }

  func unlock(_ file: FileDescriptor) {
    files.calls.close(file)
  }

  // MARK: The store's file

  /// - Returns: `nil` if the store was never made.
  /// - Throws: ``TokenStoreError/Kind/damaged`` also if there are tokens without it.
  func store() throws(TokenStoreError) -> StoreFile? {
    if let store = try readStore() { return store }
    if try accountNames().isEmpty { return nil }
    // Another process may have made the store between the two looks, and saved.
    if let store = try readStore() { return store }
    throw TokenStoreError(
      .damaged, place: storePlace,
      cause: "it is missing, and without it the tokens can't be opened: restore it, or remove the folder")
  }

  private func readStore() throws(TokenStoreError) -> StoreFile? {
    guard let octets = try files.read(Self.storeName, atMost: FileFormat.maximumOctets) else { return nil }
    return try StoreFile(octets: octets, place: storePlace)
  }

  /// Keeps the store's file. The caller holds the lock.
  func keep(_ store: StoreFile) throws(TokenStoreError) {
    try files.replace(Self.storeName, with: store.octets())
  }

  // MARK: Tokens

  func tokens(_ account: Account, _ key: DataKey) throws(TokenStoreError) -> StoredTokens? {
    let name = Self.name(account)
    guard let octets = try files.read(name, atMost: FileFormat.maximumOctets) else { return nil }
    return try file(octets, name).tokens(key, place: place(name))
  }

  func save(_ tokens: StoredTokens, _ account: Account, _ key: DataKey) throws(TokenStoreError) {
    let octets = try AccountFile(tokens, account, key, files.random).octets()
    guard octets.count <= FileFormat.maximumOctets else {
      throw TokenStoreError(
        .failed, place: place(Self.name(account)), cause: "the tokens are longer than a file may be")
    }
    let lock = try lock()
    defer { unlock(lock) }
    do {
      if let kept = try self.tokens(account, key), kept == tokens {
        // Nothing is rewritten when nothing changed: it would cost two synchronizations and change nothing. But who wrote
        // it may have died before its name was on the disk.
        return try files.folder.synchronize()
      }
    } catch {
      // What can't be opened any more is what a new sign-in replaces; everything else stays.
      guard error.kind == .damaged else { throw error }
    }
    try files.replace(Self.name(account), with: octets)
  }

  func delete(_ account: Account) throws(TokenStoreError) {
    guard try files.folder.isThere() else { return }
    let lock = try lock()
    defer { unlock(lock) }
    // First the choice: an account that is chosen and has no tokens would be chosen again by its next sign-in.
    do {
      var current = try current()
      if current.account(of: account.provider) == account {
        current.forget(account)
        try files.replace(Self.currentName, with: current.octets())
      }
    } catch {
      // A choice that can't be read is none; signing out must not depend on it.
      guard error.kind == .damaged || error.kind == .newerFormat else { throw error }
    }
    try files.remove(Self.name(account))
  }

  /// The accounts of all files that can be read, and why the others can't.
  func listing() throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    var accounts: [Account] = []
    var problems: [TokenStoreError] = []
    for name in try accountNames().sorted() {
      do {
        // Nothing if it was deleted since the names were read.
        guard let octets = try files.read(name, atMost: FileFormat.maximumOctets) else { continue }
        accounts.append(try file(octets, name).account)
      } catch {
        problems.append(error)
      }
    }
    return (accounts.sorted(), problems)
  }

  // MARK: The current account

  func currentAccount(of provider: String) throws(TokenStoreError) -> Account? {
    guard let account = try current().account(of: provider), try files.isThere(Self.name(account)) else { return nil }
    return account
  }

  func setCurrentAccount(_ account: Account) throws(TokenStoreError) {
    guard try files.folder.isThere() else { throw TokenStoreError(.unknownAccount, place: files.folder.path.string) }
    let lock = try lock()
    defer { unlock(lock) }
    guard try files.isThere(Self.name(account)) else {
      throw TokenStoreError(.unknownAccount, place: files.folder.path.string)
    }
    var current: CurrentAccounts
    do {
      current = try self.current()
    } catch {
      guard error.kind == .damaged else { throw error }
      current = CurrentAccounts()
    }
    guard current.account(of: account.provider) != account else { return try files.folder.synchronize() }
    current.choose(account)
    try files.replace(Self.currentName, with: current.octets())
  }

  private func current() throws(TokenStoreError) -> CurrentAccounts {
    guard let octets = try files.read(Self.currentName, atMost: FileFormat.maximumOctets) else {
      return CurrentAccounts()
    }
    return try CurrentAccounts(octets: octets, place: place(Self.currentName))
  }

  // MARK: Names

  private func file(_ octets: [UInt8], _ name: String) throws(TokenStoreError) -> AccountFile {
    let file = try AccountFile(octets: octets, place: place(name))
    guard Self.name(file.account) == name else {
      throw TokenStoreError(.damaged, place: place(name), cause: "it is another account's")
    }
    return file
  }

  private func accountNames() throws(TokenStoreError) -> [String] {
    try files.names().filter { $0.hasSuffix(Self.suffix) }
  }
}
