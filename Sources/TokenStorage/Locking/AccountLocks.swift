internal import SystemPackage

/// One lock for each account, held by one task of one process at a time: an empty file in a private folder that is locked
/// with `flock(2)`.
///
/// Stores that several processes share use it; all of them must be given the same folder. The system frees the lock when its
/// holder ends, however it ends. Lock files stay: removing one would let two hold "the" lock.
public struct AccountLocks: Sendable {
  /// How long others wait for a lock unless told otherwise: as long as two requests may take.
  public static let patience = Duration.seconds(60)

  private let folder: PrivateFolder
  private let patience: Duration
  private let clock: any Clock<Duration>
  private var scope: String?

  /// Locks in a folder.
  ///
  /// - Parameters:
  ///   - folder: an absolute path; made with permissions 0700 when it is first needed.
  ///   - patience: how long to wait for somebody else; a second or more.
  ///   - clock: waits between two looks.
  public init(
    folder: String, patience: Duration = AccountLocks.patience, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.folder = PrivateFolder(FilePath(folder))
    self.patience = patience
    self.clock = clock
  }

  /// Other locks in the same folder: those of one store. Without, a task that holds an account's lock of two stores, as a migration
  /// does, would wait for itself.
  ///
  /// - Parameter name: names the store; the same in every process that uses it.
  public func scoped(_ name: String) -> AccountLocks {
    var locks = self
    locks.scope = name
    return locks
  }

  /// Does something while holding an account's lock.
  ///
  /// - Parameters:
  ///   - account: whose lock. Different accounts don't wait for each other.
  ///   - body: what to do. It must not ask for the same lock again: it would wait for itself until the time is up.
  /// - Throws: ``TokenStoreError/Kind/busy`` if it couldn't be had in time; ``TokenStoreError`` if the lock's file can't be
  ///   used; `CancellationError` if the task was cancelled before the body began; what the body throws.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let file = try await lockedFile(for: account)
    defer { try? file.close() }
    return try await body()
  }

  /// Opens and locks the account's file. Closing it, or the end of the process, frees the lock.
  private func lockedFile(for account: Account) async throws -> FileDescriptor {
    try folder.prepare()
    let path = folder.path.appending((scope.map(account.fileName(in:)) ?? account.fileName) + ".lock")
    var waited = Duration.zero
    var pause = Duration.milliseconds(1)
    while true {
      try Task.checkCancellation()
      if let file = try LockFile(path).tryToLock() { return file }
      guard waited < patience else { throw TokenStoreError(.busy, place: path.string) }
      try await clock.sleep(for: pause)
      waited += pause
      // Not longer, so that twenty who wait don't wait for each other's pauses.
      pause = min(pause * 2, .milliseconds(20))
    }
  }
}
