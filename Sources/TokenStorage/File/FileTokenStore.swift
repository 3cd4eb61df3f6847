public import PKCE
internal import Synchronization
internal import SystemPackage

/// Tokens in encrypted files: one for each account, in a folder that only its owner may look into.
///
/// Every command-line tool and server on a machine without a keyring can use it; `StorageLadder` chooses it there. Several
/// processes may use one folder at once. Each file is sealed with AES-256-GCM together with the account's name, so that it can't
/// be changed or passed off as another account's; that somebody put an older copy in its place can't be noticed. Who is signed in
/// where can be read without the key.
///
/// A save writes a new file, waits until it is on the disk, and then gives it the old one's name: whenever the machine fails,
/// the old tokens or the new ones are there, whole. Tokens that are there already are not written again.
///
/// Symbolic links, files of other owners, files that others may read and files with a second name are refused
/// (``TokenStoreError/Kind/unsafePlace``); so is what a newer version wrote. A damaged file makes its own account unusable until the
/// next save or deletion, and no other account.
public final class FileTokenStore: TokenStore {
  private struct State {
    var key: FileKey
    var opened: DataKey?
  }

  /// How long a writer waits for others, each of which needs a few milliseconds, or its person's answer to a keyring.
  static let patience = Duration.seconds(30)

  private let folder: TokenFolder
  private let patience: Duration
  private let locks: AccountLocks
  private let keys: StoreKeys
  private let work = BlockingWork("pixy.token-files")
  private let opening = KeyOpening()
  private let state: Mutex<State>

  /// A store in a folder. Nothing is read or made before it is first used.
  ///
  /// - Parameters:
  ///   - folder: an absolute path, `UserFolders(app:environment:).tokens` for a person's own; made with permissions 0700 by the first save.
  ///   - key: what opens the files. A store that is made remembers which kind it was.
  ///   - random: draws keys, salts and nonces; must be the system's outside of tests.
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the folder isn't an absolute path, or the key file's isn't or is inside of it.
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
    locks = AccountLocks(folder: self.folder.locks.path.string)
    keys = StoreKeys(folder: path, calls: calls, random: random, work: work, patience: patience)
    try keys.check(key)
    state = Mutex(State(key: key))
  }

  /// The folder.
  public var location: StorageLocation {
    StorageLocation(
      .file, place: folder.files.folder.path.string, protection: state.withLock { $0.key.protection })
  }

  /// Opens the store with its key; makes both if there is no store yet.
  ///
  /// Nobody has to call it. It is for who wants to know at once whether a passphrase is right.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey``; others if the store or its key can't be read or made.
  public func open() async throws(TokenStoreError) {
    _ = try await withKey { _ in true }
  }

  /// Opens the store with its key if there is one, and makes nothing.
  ///
  /// For who looks whether the store can be used; whether a new one could be written is only known when ``open()`` makes it.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey``; others if the store or its key can't be read.
  public func check() async throws(TokenStoreError) {
    let folder = folder
    guard let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) else { return }
    let (key, known) = state.withLock { ($0.key, $0.opened) }
    guard store.id != known?.id else { return }
    let opened = try await keys.open(store, with: key, place: folder.storePlace)
    state.withLock { $0.opened = opened }
  }

  /// The tokens of an account.
  ///
  /// - Throws: ``TokenStoreError``; ``TokenStoreError/Kind/wrongKey`` before anything is read.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let folder = folder
    if let known = state.withLock({ $0.opened }) {
      let found = try await work.run { () throws(TokenStoreError) -> StoredTokens?? in
        guard try folder.store()?.id == known.id else { return nil }
        return .some(try folder.tokens(account, known))
      }
      if let found { return found }
    }
    // A look must not make a store.
    guard try await work.run({ () throws(TokenStoreError) in try folder.store() != nil }) else { return nil }
    return try await withKey { key throws(TokenStoreError) in try folder.tokens(account, key) }
  }

  /// Keeps tokens in place of whatever the account has.
  ///
  /// - Throws: ``TokenStoreError``; ``TokenStoreError/Kind/wrongKey`` before anything is read or written,
  ///   ``TokenStoreError/Kind/newerFormat`` if a newer version wrote what is there, which stays.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [self] () throws(TokenStoreError) in
      try await withKey { key throws(TokenStoreError) in try folder.save(tokens, account, key) }
    }
  }

  /// Forgets an account's tokens, and that it is the current one. Needs no key, and the file may be damaged.
  ///
  /// - Throws: ``TokenStoreError`` if it isn't known that they are gone; ``TokenStoreError/Kind/busy`` if others wrote
  ///   for half a minute.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.delete(account) }
    }
  }

  /// All accounts that have tokens here, sorted. Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` that names the file if one can't be read, since who moves accounts elsewhere must not leave one
  ///   behind; ``listing()`` gives the others.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    let listing = try await listing()
    if let problem = listing.problems.first { throw problem }
    return listing.accounts
  }

  /// The accounts whose files can be read, sorted, and for each other file why it can't be. Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` if the folder can't be read.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let folder = folder
    return try await work.run { () throws(TokenStoreError) in try folder.listing() }
  }

  /// The account that was chosen at a provider, if it still has tokens. Needs no key.
  ///
  /// - Throws: ``TokenStoreError`` if the folder or the file of choices can't be read.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    let folder = folder
    return try await work.run { () throws(TokenStoreError) in try folder.currentAccount(of: provider) }
  }

  /// Makes an account the current one of its provider. Needs no key.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if it has no tokens; ``TokenStoreError/Kind/busy`` if others
  ///   wrote for half a minute; others if the choice couldn't be kept.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    let folder = folder
    try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.setCurrentAccount(account) }
    }
  }

  /// Does something while no other task and no other process does anything under the same account's lock.
  ///
  /// - Throws: as ``AccountLocks/withLock(on:_:)``; ``TokenStoreError`` if the folder can't be made or isn't private.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let folder = folder
    try await work.run { () throws(TokenStoreError) in try folder.prepare() }
    return try await locks.withLock(on: account, body)
  }

  /// Gives the store another passphrase, or another kind of key.
  ///
  /// One small file is written anew, in one step: after a failure at any moment the store opens with the old key or with the new
  /// one. The tokens stay sealed with the store's own key, so who knew the old passphrase and kept a copy of the folder can
  /// still open what is saved later. After a passphrase became known, sign out everywhere and make a new store.
  ///
  /// Processes that have the store open already keep it open.
  ///
  /// - Parameter key: what opens the store from now on.
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` if this store's key isn't the right one; others if the new key couldn't be kept: then
  ///   the old one stays.
  public func changeKey(to key: FileKey) async throws(TokenStoreError) {
    try keys.check(key)
    let folder = folder
    let old = state.withLock { $0.key }
    let lock = try await lock()
    defer { folder.unlock(lock) }
    guard let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) else {
      state.withLock { $0 = State(key: key) }
      return
    }
    let dataKey = try await keys.open(store, with: old, place: folder.storePlace)
    let changed = try await keys.seal(dataKey, with: key)
    try await work.run { () throws(TokenStoreError) in try folder.keep(changed) }
    state.withLock { $0 = State(key: key, opened: dataKey) }
  }

  // MARK: Writing

  /// Tries again and again while somebody else writes, without blocking a thread; a cancelled task's save is still done.
  private func whenFree<Result: Sendable>(
    _ attempt: @Sendable () async throws(TokenStoreError) -> Result?
  ) async throws(TokenStoreError) -> Result {
    var waited = Duration.zero
    var pause = Duration.microseconds(200)
    while true {
      if let result = try await attempt() { return result }
      guard waited < patience else { throw TokenStoreError(.busy, place: folder.lockPath.string) }
      await work.pause(pause)
      waited += pause
      pause = min(pause * 2, .milliseconds(5))
    }
  }

  private func lock() async throws(TokenStoreError) -> FileDescriptor {
    let folder = folder
    return try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.tryToLock() }
    }
  }

  // MARK: The key

  /// Does something that blocks and needs the store's key. The store's file is looked at each time, because another process may
  /// have removed the folder and made a store with another key.
  private func withKey<Result: Sendable>(
    _ body: @escaping @Sendable (DataKey) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    let folder = folder
    let known = state.withLock { $0.opened }
    if let known {
      let result = try await work.run { () throws(TokenStoreError) -> Result? in
        guard try folder.store()?.id == known.id else { return nil }
        return try body(known)
      }
      if let result { return result }
    }
    let key = try await opening.key { [self] () throws(TokenStoreError) in try await openOrMake() }
    return try await work.run { () throws(TokenStoreError) in try body(key) }
  }

  private func openOrMake() async throws(TokenStoreError) -> DataKey {
    let folder = folder
    let opened: DataKey
    if let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) {
      let key = state.withLock { $0.key }
      opened = try await keys.open(store, with: key, place: folder.storePlace)
    } else {
      let lock = try await lock()
      defer { folder.unlock(lock) }
      // Not before: whoever had the lock may have changed it.
      let key = state.withLock { $0.key }
      // Of many that begin at once, one makes the store and the others open it.
      if let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) {
        opened = try await keys.open(store, with: key, place: folder.storePlace)
      } else {
        opened = StoreFile.newKey(folder.files.random)
        let store = try await keys.seal(opened, with: key)
        try await work.run { () throws(TokenStoreError) in try folder.keep(store) }
      }
    }
    state.withLock { $0.opened = opened }
    return opened
  }
}
