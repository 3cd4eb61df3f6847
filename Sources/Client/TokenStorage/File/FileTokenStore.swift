public import PKCE
internal import Synchronization
internal import SystemPackage

/// A token store of encrypted files: one file for each account, in a private folder.
///
/// Use it on machines without a keyring; `StorageLadder` chooses it there. Several processes may
/// use one folder at once. Each file is sealed with AES-256-GCM together with the account's name,
/// so a file can't be changed or passed off as another account's. A file that was replaced by an
/// older copy of itself isn't detected. The account names can be read without the key.
///
/// A save writes a new file, waits until it is on the disk, and then renames it over the old one.
/// After a crash at any moment, either the old tokens or the new ones are there, complete. Tokens
/// that didn't change are not written again.
///
/// Symbolic links, files of other owners, files that others may read, and files with a second hard
/// link are rejected with ``TokenStoreError/Kind/unsafePlace``. A file that a newer version wrote
/// is rejected too. A damaged file makes only its own account unusable, until the next save or
/// deletion.
public final class FileTokenStore: TokenStore {
  struct State {
    var key: FileKey
    var openKey: DataKey?
    /// The files that are prepared for the next save of an account.
    var preparedFiles: [Account: PreparedFile] = [:]
  }

  /// The writers' timeout. Each writer needs a few milliseconds, or as long as the user takes to
  /// answer a keyring's prompt.
  static let patience = Duration.seconds(30)

  let folder: TokenFolder
  private let patience: Duration
  private let locks: AccountLocks
  let keys: StoreKeys
  let work = BlockingWork("pixy.token-files")
  let opening = KeyOpening()
  let state: Mutex<State>

  /// Creates a store in a folder. Nothing is read or created before the first use.
  ///
  /// - Parameters:
  ///   - folder: The store's folder, as an absolute path. `UserFolders(app:environment:).tokens` is
  ///     the usual one for a user. The first save creates it with permissions 0700.
  ///   - key: The key that encrypts the files. A new store records which kind of key it was created
  ///     with.
  ///   - random: The source of keys, salts and nonces. Must be the system's except in tests.
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the folder or the key file isn't an absolute
  ///   path, or if the key file is inside the folder.
  public convenience init(
    folder: String, key: FileKey, random: any RandomSource = SystemRandomSource()
  ) throws(TokenStoreError) {
    try self.init(folder: folder, key: key, random: random, calls: SystemFileCalls())
  }

  init(
    folder: String, key: FileKey, random: any RandomSource, calls: any FileCalls,
    patience: Duration = FileTokenStore.patience
  ) throws(TokenStoreError) {
    let path = FilePath(folder).lexicallyNormalized()
    guard path.isAbsolute, !folder.utf8.contains(0) else {
      throw TokenStoreError(.unsafePlace, place: folder, cause: "the folder needs an absolute path")
    }
    self.folder = TokenFolder(path, calls: calls, random: random)
    self.patience = patience
    locks = AccountLocks(folder: self.folder.locks.path.string, patience: max(patience, AccountLocks.patience))
    keys = StoreKeys(folder: path, calls: calls, random: random, work: work, patience: patience)
    try keys.check(key)
    state = Mutex(State(key: key))
  }

  /// The folder and what protects it.
  public var location: StorageLocation {
    StorageLocation(
      .file, place: folder.files.folder.path.string, protection: state.withLock { $0.key.protection })
  }

  /// Opens the store with its key, and creates both if there is no store yet.
  ///
  /// Calling it is optional. Call it to learn at once whether a passphrase is right.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` if the key doesn't open the store; another
  ///   ``TokenStoreError`` if the store or its key can't be read or created.
  public func open() async throws(TokenStoreError) {
    _ = try await withKey { _ in true }
  }

  /// Opens the store with its key if the store exists, and creates nothing.
  ///
  /// Call it to learn whether the store is usable. Only ``open()`` shows whether a new store can be
  /// written.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` if the key doesn't open the store; another
  ///   ``TokenStoreError`` if the store or its key can't be read.
  public func check() async throws(TokenStoreError) {
    let folder = folder
    guard let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) else { return }
    let (key, knownKey) = state.withLock { ($0.key, $0.openKey) }
    guard store.id != knownKey?.id else { return }
    let openKey = try await keys.open(store, with: key, place: folder.storePlace)
    state.withLock { $0.openKey = openKey }
  }

  /// Returns the tokens of an account.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` before anything is read, if the key doesn't open
  ///   the store; another ``TokenStoreError`` if the file can't be read.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let (folder, keys) = (folder, keys)
    let (key, knownKey) = state.withLock { ($0.key, $0.openKey) }
    // Usually one visit of another thread is enough, because each costs as much as reading a file.
    let result = try await work.run { () throws(TokenStoreError) -> (openKey: DataKey, tokens: StoredTokens?)?? in
      // A read must not create a store.
      guard let store = try folder.store() else { return .some(nil) }
      let openKey =
        store.id == knownKey?.id ? knownKey : try keys.openAtOnce(store, with: key, place: folder.storePlace)
      guard let openKey else { return nil }
      return .some((openKey, try folder.tokens(account, openKey)))
    }
    guard let result else {
      return try await withKey { key throws(TokenStoreError) in try folder.tokens(account, key) }
    }
    if let result, knownKey?.id != result.openKey.id { state.withLock { $0.openKey = result.openKey } }
    return result?.tokens
  }

  /// Stores tokens and replaces any previous ones of the account.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` before anything is read or written;
  ///   ``TokenStoreError/Kind/newerFormat`` if a newer version wrote the present file, which stays;
  ///   another ``TokenStoreError`` if the tokens couldn't be stored.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    if await saveInPrepared(tokens, for: account) { return }
    let folder = folder
    try await whenFree { [self] () throws(TokenStoreError) in
      try await withKey { key throws(TokenStoreError) in try folder.save(tokens, account, key) }
    }
  }

  /// Opens the store as ``open()`` does, and writes and removes a test file.
  ///
  /// - Throws: The errors of ``open()``; ``TokenStoreError`` if the file can't be written.
  public func checkSaving() async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [self] () throws(TokenStoreError) in
      try await withKey { _ throws(TokenStoreError) in try folder.testSave() }
    }
  }

  /// Deletes an account's tokens and its mark as the current account. Needs no key, and works on a
  /// damaged file.
  ///
  /// - Throws: ``TokenStoreError`` if the tokens may still be there; ``TokenStoreError/Kind/busy``
  ///   if other writers held the lock for 30 seconds.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.delete(account) }
    }
  }

  /// Returns all accounts that have tokens in this store, sorted. Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` with the file's path if a file can't be read: a caller that
  ///   moves accounts must not leave one behind. ``listing()`` returns the readable accounts in
  ///   that case.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    let listing = try await listing()
    if let problem = listing.problems.first { throw problem }
    return listing.accounts
  }

  /// Returns the accounts of all readable files, sorted, and an error for each unreadable file.
  /// Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` if the folder can't be read.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let folder = folder
    return try await work.run { () throws(TokenStoreError) in try folder.listing() }
  }

  /// Returns the current account of a provider, if the account still has tokens. Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` if the folder or the file of current accounts can't be read.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    let folder = folder
    return try await work.run { () throws(TokenStoreError) in try folder.currentAccount(of: provider) }
  }

  /// Makes an account the current one of its provider. Needs no key.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if the account has no tokens;
  ///   ``TokenStoreError/Kind/busy`` if other writers held the lock for 30 seconds; another
  ///   ``TokenStoreError`` if the file couldn't be written.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.setCurrentAccount(account) }
    }
  }

  /// Runs a body while it holds the account's lock: no other task and no other process can hold it
  /// meanwhile.
  ///
  /// If a process was killed while it saved the account's tokens, the save is finished first, if
  /// the tokens were written completely.
  ///
  /// - Throws: The errors of ``AccountLocks/withLock(on:_:)``; ``TokenStoreError`` if the folder
  ///   can't be created or isn't private, or if an interrupted save can't be finished.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let folder = folder
    try await work.run { () throws(TokenStoreError) in try folder.prepare() }
    return try await locks.withLock(on: account) {
      try await finishInterruptedSave(of: account)
      let result: Swift.Result<Result, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      await discardPrepared(for: account)
      return try result.get()
    }
  }

  /// Changes the store's passphrase, or its kind of key.
  ///
  /// Only one small file is rewritten, in one step. After a failure at any moment the store opens
  /// with the old key or with the new one. The tokens stay sealed with the store's own data key. An
  /// attacker with the old passphrase and a copy of the folder can therefore still decrypt tokens
  /// that are saved later. If a passphrase was exposed, sign out everywhere and create a new store.
  ///
  /// Processes that have already opened the store keep it open.
  ///
  /// - Parameter key: The new key.
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` if this object's key doesn't open the store;
  ///   another ``TokenStoreError`` if the new key couldn't be stored. The old key then stays valid.
  public func changeKey(to key: FileKey) async throws(TokenStoreError) {
    try keys.check(key)
    let folder = folder
    let old = state.withLock { $0.key }
    try await BackgroundTime.system.hold { () async throws(TokenStoreError) in
      let lock = try await lock()
      defer { folder.unlock(lock) }
      guard let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) else {
        state.withLock { $0 = State(key: key) }
        return
      }
      let dataKey = try await keys.open(store, with: old, place: folder.storePlace)
      let newStore = try await keys.seal(dataKey, with: key)
      try await work.run { () throws(TokenStoreError) in try folder.keep(newStore) }
      state.withLock { $0 = State(key: key, openKey: dataKey) }
    }
  }

  // MARK: Writing

  /// Retries while another writer holds the lock, without blocking a thread. A cancelled task's
  /// save is still carried out.
  func whenFree<Result: Sendable>(
    _ attempt: @Sendable () async throws(TokenStoreError) -> Result?
  ) async throws(TokenStoreError) -> Result {
    var waitingTime = Duration.zero
    var pause = Duration.microseconds(200)
    while true {
      if let result = try await attempt() { return result }
      guard waitingTime < patience else { throw TokenStoreError(.busy, place: folder.lockPath.string) }
      await work.pause(pause)
      waitingTime += pause
      pause = min(pause * 2, .milliseconds(5))
    }
  }

  func lock() async throws(TokenStoreError) -> FileDescriptor {
    let folder = folder
    return try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.tryToLock() }
    }
  }
}
