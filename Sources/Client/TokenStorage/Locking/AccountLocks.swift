internal import SystemPackage

/// One lock for each account, held by one task of one process at a time. Each lock is an empty file
/// in a private folder, locked with `flock(2)`.
///
/// Stores that several processes share use these locks, and all of the processes must use the same
/// folder. The system releases a lock when its holder ends for any reason. Lock files are never
/// removed: after a removal, two processes could hold the same account's lock.
///
/// On iOS, tvOS, watchOS and visionOS, the system is asked not to suspend the app while it waits for
/// a lock or holds one. If the app must be suspended anyway, the work is cancelled and the lock
/// released.
public struct AccountLocks: Sendable {
  /// The default timeout for a lock: as long as two requests may take.
  public static let patience = Duration.seconds(60)

  private let folder: PrivateFolder
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let time: BackgroundTime
  private var scope: String?

  /// Describes the locks of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder's absolute path. It is created with permissions 0700 when it is first
  ///     needed.
  ///   - patience: The timeout for a lock, one second or more.
  ///   - clock: The clock that waits between two attempts.
  public init(
    folder: String, patience: Duration = AccountLocks.patience, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(folder: folder, patience: patience, clock: clock, time: .system)
  }

  /// Describes the locks of a folder, with the system's background time of a test.
  package init(
    folder: String, patience: Duration = AccountLocks.patience, clock: any Clock<Duration> = ContinuousClock(),
    time: BackgroundTime
  ) {
    self.folder = PrivateFolder(FilePath(folder))
    self.patience = patience
    self.clock = clock
    self.time = time
  }

  /// Returns separate locks in the same folder, for one store. A migration holds an account's lock
  /// of two stores at once, and would deadlock if both were the same lock.
  ///
  /// - Parameter name: The store's name, the same in every process that uses the store.
  public func scoped(_ name: String) -> AccountLocks {
    var locks = self
    locks.scope = name
    return locks
  }

  /// Runs a body while it holds an account's lock.
  ///
  /// - Parameters:
  ///   - account: The account to lock. Different accounts don't wait for each other.
  ///   - body: The work. It must not request the same lock again: it would wait for itself until
  ///     the timeout.
  /// - Throws: ``TokenStoreError/Kind/busy`` after the timeout; ``TokenStoreError/Kind/suspended`` if
  ///   the system suspends the app first; another ``TokenStoreError`` if the lock file can't be
  ///   used; `CancellationError` if the task was cancelled before the body started; the body's error.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withLockedFile(on: account) { _ in try await body() }
  }

  /// Runs a body as ``withLock(on:_:)`` does, with the descriptor of the lock's open file.
  ///
  /// A process that inherits the descriptor holds the same lock: it is released when the last of
  /// them has closed the file, or when one of them unlocks it.
  package func withLockedFile<Result: Sendable>(
    on account: Account, _ body: @Sendable (CInt) async throws -> Result
  ) async throws -> Result {
    try await time.run {
      let file = try await lockedFile(for: account)
      defer { try? file.close() }
      return try await body(file.rawValue)
    }
  }

  /// Opens and locks the account's file. The lock is released when the file is closed or the
  /// process ends.
  private func lockedFile(for account: Account) async throws -> FileDescriptor {
    try folder.prepare()
    let path = folder.path.appending((scope.map(account.fileName(in:)) ?? account.fileName) + ".lock")
    var waitingTime = Duration.zero
    var pause = Duration.milliseconds(1)
    while true {
      try Task.checkCancellation()
      if let file = try LockFile(path).tryToLock() { return file }
      guard waitingTime < patience else { throw TokenStoreError(.busy, place: path.string) }
      try await clock.sleep(for: pause)
      waitingTime += pause
      // Twenty milliseconds at most, so that twenty waiting tasks don't add up their pauses.
      pause = min(pause * 2, .milliseconds(20))
    }
  }
}
