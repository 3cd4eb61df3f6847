internal import OAuthCore
internal import PKCE
internal import SystemPackage

/// A store's folder and its operations. All of them block.
///
/// Every writer holds one lock. Readers need none, because each file is always complete.
struct TokenFolder: Sendable {
  private static let storeName = "store"
  private static let currentName = "current"
  private static let testName = "test"
  private static let suffix = ".tokens"

  let files: PrivateFiles
  /// The folder of the locks.
  let locks: PrivateFolder

  init(_ path: FilePath, calls: any FileCalls, random: any RandomSource) {
    files = PrivateFiles(folder: PrivateFolder(path, calls: calls), calls: calls, random: random)
    locks = PrivateFolder(path.appending("locks"), calls: calls)
  }

  /// Returns a file's path.
  func place(_ name: String) -> String { files.folder.path.appending(name).string }
  /// The path of the file `store`.
  var storePlace: String { place(Self.storeName) }

  static func name(_ account: Account) -> String { account.fileName + suffix }

  /// Creates the folders if they don't exist.
  func prepare() throws(TokenStoreError) {
    try files.folder.prepare()
    try locks.prepare()
  }

  /// Tries to take the writers' lock, and then removes the leftovers of crashed writers. It doesn't
  /// wait: waiting could block every available thread.
  ///
  /// - Returns: The lock, to be passed to ``unlock(_:)``; `nil` if another writer holds it.
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

  func whileLocked<Result>(
    _ body: () throws(TokenStoreError) -> Result
  ) throws(TokenStoreError) -> Result? {
    try BackgroundTime.system.hold { () throws(TokenStoreError) in
      guard let lock = try tryToLock() else { return nil }
      defer { unlock(lock) }
      return try body()
    }
  }

  // MARK: The store's file

  /// Reads the store's file.
  ///
  /// - Returns: `nil` if the store was never created.
  /// - Throws: ``TokenStoreError/Kind/keyLost`` if the file is damaged, or if it is missing
  ///   although there are tokens.
  func store() throws(TokenStoreError) -> StoreFile? {
    if let store = try readStore() { return store }
    if try accountNames().isEmpty { return nil }
    // Another process may have created the store and saved tokens between the two reads.
    if let store = try readStore() { return store }
    throw TokenStoreError(.keyLost, place: storePlace, cause: "the file is missing")
  }

  private func readStore() throws(TokenStoreError) -> StoreFile? {
    do throws(TokenStoreError) {
      guard let bytes = try files.read(Self.storeName, atMost: FileFormat.maximumBytes) else { return nil }
      return try StoreFile(bytes: bytes, place: storePlace)
    } catch {
      // The file has the key of all tokens.
      throw error.kind == .damaged
        ? TokenStoreError(.keyLost, place: storePlace, cause: "the file is damaged") : error
    }
  }

  /// Writes the store's file. The caller holds the lock.
  func keep(_ store: StoreFile) throws(TokenStoreError) {
    try files.replace(Self.storeName, with: store.bytes())
  }

  // MARK: Tokens

  func tokens(_ account: Account, _ key: DataKey) throws(TokenStoreError) -> StoredTokens? {
    let name = Self.name(account)
    guard let bytes = try files.read(name, atMost: FileFormat.maximumBytes) else { return nil }
    return try file(bytes, name).tokens(key, place: place(name))
  }

  /// Saves an account's tokens.
  ///
  /// - Returns: `nil` if nothing was written because another writer holds the lock, or because the store
  ///   isn't the key's any longer. The other writing functions return `nil` for the lock.
  func save(_ tokens: StoredTokens, _ account: Account, _ key: DataKey) throws(TokenStoreError) -> Void? {
    let isSaved = try whileLocked { () throws(TokenStoreError) -> Bool in
      // The folder may have been removed since its key was read, and the lock has created it again. Without
      // the store's file these tokens couldn't be read, and no others saved.
      guard try readStore()?.id == key.id else { return false }
      do throws(TokenStoreError) {
        if let storedTokens = try self.tokens(account, key), storedTokens == tokens {
          // Unchanged tokens are not rewritten: that would cost two synchronizations for nothing.
          // But their writer may have crashed before the file's name was on the disk.
          try files.folder.synchronize()
          return true
        }
      } catch {
        // A new sign-in replaces a file that can't be decrypted. Any other error leaves the file as
        // it is.
        guard error.kind == .damaged else { throw error }
      }
      let bytes = try bytes(of: tokens, account, key)
      try files.replace(Self.name(account), with: bytes)
      return true
    }
    return isSaved == true ? () : nil
  }

  /// Writes a file and removes it. After a crash the file stays, and the next test replaces it.
  ///
  /// - Returns: `nil` if another writer holds the lock.
  func testSave() throws(TokenStoreError) -> Void? {
    try whileLocked { () throws(TokenStoreError) in
      // As long as the tokens of one account usually are.
      try files.replace(Self.testName, with: [UInt8](repeating: 0, count: 4_096))
      try files.remove(Self.testName)
    }
  }

  /// Returns the bytes of an account's file.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if they couldn't be read back.
  func bytes(of tokens: StoredTokens, _ account: Account, _ key: DataKey) throws(TokenStoreError) -> [UInt8] {
    let place = place(Self.name(account))
    let bytes = try AccountFile(tokens, account, key, place: place, files.random).bytes()
    guard bytes.count <= FileFormat.maximumBytes else {
      throw TokenStoreError(.failed, place: place, cause: "the tokens are longer than the maximum file size")
    }
    return bytes
  }

  func delete(_ account: Account) throws(TokenStoreError) -> Void? {
    guard try files.folder.isThere() else { return () }
    return try whileLocked { () throws(TokenStoreError) in
      // Remove the mark as current account first. Otherwise a crash could leave the mark, and the
      // next sign-in would become current again.
      var isMarked = false
      do throws(TokenStoreError) {
        try unmark(account)
      } catch {
        // An unreadable list of current accounts counts as empty: signing out must not depend on
        // it. It must not depend on free space either, and the tokens' file occupies some.
        guard [.damaged, .newerFormat, .full].contains(error.kind) else { throw error }
        isMarked = error.kind == .full
      }
      try files.remove(Self.name(account))
      try removePrepared(account)
      if isMarked { try unmark(account) }
    }
  }

  /// Removes an account's mark as the current one.
  private func unmark(_ account: Account) throws(TokenStoreError) {
    var current = try current()
    guard current.account(of: account.provider) == account else { return }
    current.forget(account)
    try files.replace(Self.currentName, with: current.bytes())
  }

  /// Returns the accounts of all readable files, and an error for each unreadable file.
  func listing() throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    var accounts: [Account] = []
    var problems: [TokenStoreError] = []
    for name in try accountNames().sorted() {
      do throws(TokenStoreError) {
        // Nothing is read if the file was deleted after the names were listed.
        guard let bytes = try files.read(name, atMost: FileFormat.maximumBytes) else { continue }
        accounts.append(try file(bytes, name).account)
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
      try files.replace(Self.currentName, with: current.bytes())
    }
  }

  private func current() throws(TokenStoreError) -> CurrentAccounts {
    guard let bytes = try files.read(Self.currentName, atMost: FileFormat.maximumBytes) else {
      return CurrentAccounts()
    }
    return try CurrentAccounts(bytes: bytes, place: place(Self.currentName))
  }

  // MARK: Names

  func file(_ bytes: [UInt8], _ name: String) throws(TokenStoreError) -> AccountFile {
    let file = try AccountFile(bytes: bytes, place: place(name))
    guard Self.name(file.account) == name else {
      throw TokenStoreError(.damaged, place: place(name), cause: "it belongs to another account")
    }
    return file
  }

  private func accountNames() throws(TokenStoreError) -> [String] {
    try files.names().filter { $0.hasSuffix(Self.suffix) }
  }
}
