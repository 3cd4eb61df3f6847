internal import OAuthCore
internal import PKCE
internal import SystemPackage

/// The folder of a store and what can be done in it. All of it blocks.
///
/// Every writer holds one lock. Reading needs none: each file is always whole.
struct TokenFolder: Sendable {
  private static let storeName = "store"
  private static let currentName = "current"
  private static let suffix = ".tokens"

  let files: PrivateFiles
  /// Where the locks are.
  let locks: PrivateFolder

  init(_ path: FilePath, calls: any FileCalls, random: any RandomSource) {
    files = PrivateFiles(folder: PrivateFolder(path, calls: calls), calls: calls, random: random)
    locks = PrivateFolder(path.appending("locks"), calls: calls)
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

  /// Keeps others from writing, and removes what dead writers left. It doesn't wait: threads that do could be all there are.
  ///
  /// - Returns: what has to be given to ``unlock(_:)``; `nil` if somebody else writes.
  func tryToLock() throws(TokenStoreError) -> FileDescriptor? {
    try prepare()
    guard let file = try LockFile(lockPath, calls: files.calls).tryToLock() else { return nil }
    files.removeLeftovers()
    return file
  }

  /// The path of the writers' lock.
  var lockPath: FilePath { locks.path.appending("writing.lock") }

  func unlock(_ file: FileDescriptor) {
    files.calls.close(file)
  }

  private func whileLocked<Result>(
    _ body: () throws(TokenStoreError) -> Result
  ) throws(TokenStoreError) -> Result? {
    guard let lock = try tryToLock() else { return nil }
    defer { unlock(lock) }
    return try body()
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

  /// - Returns: `nil` if nothing was done because somebody else writes; so for all that write.
  func save(_ tokens: StoredTokens, _ account: Account, _ key: DataKey) throws(TokenStoreError) -> Void? {
    try whileLocked { () throws(TokenStoreError) in
      do throws(TokenStoreError) {
        if let kept = try self.tokens(account, key), kept == tokens {
          // Nothing is rewritten when nothing changed: it would cost two synchronizations and change nothing. But who wrote
          // it may have died before its name was on the disk.
          return try files.folder.synchronize()
        }
      } catch {
        // What can't be opened any more is what a new sign-in replaces; everything else stays.
        guard error.kind == .damaged else { throw error }
      }
      let place = place(Self.name(account))
      let octets = try AccountFile(tokens, account, key, place: place, files.random).octets()
      guard octets.count <= FileFormat.maximumOctets else {
        throw TokenStoreError(.failed, place: place, cause: "the tokens are longer than a file may be")
      }
      try files.replace(Self.name(account), with: octets)
    }
  }

  func delete(_ account: Account) throws(TokenStoreError) -> Void? {
    guard try files.folder.isThere() else { return () }
    return try whileLocked { () throws(TokenStoreError) in
      // First the choice: an account that is chosen and has no tokens would be chosen again by its next sign-in.
      do throws(TokenStoreError) {
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
  }

  /// The accounts of all files that can be read, and why the others can't.
  func listing() throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    var accounts: [Account] = []
    var problems: [TokenStoreError] = []
    for name in try accountNames().sorted() {
      do throws(TokenStoreError) {
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

  func setCurrentAccount(_ account: Account) throws(TokenStoreError) -> Void? {
    let unknown = TokenStoreError(.unknownAccount, place: files.folder.path.string)
    guard try files.folder.isThere() else { throw unknown }
    return try whileLocked { () throws(TokenStoreError) in
      guard try files.isThere(Self.name(account)) else { throw unknown }
      var current: CurrentAccounts
      do throws(TokenStoreError) {
        current = try self.current()
      } catch {
        guard error.kind == .damaged else { throw error }
        current = CurrentAccounts()
      }
      guard current.account(of: account.provider) != account else { return try files.folder.synchronize() }
      current.choose(account)
      try files.replace(Self.currentName, with: current.octets())
    }
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
