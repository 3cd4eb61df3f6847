internal import PKCE
internal import SystemPackage

/// The file that records a ladder's choice, in a private folder. It contains no secret. But an
/// attacker who can change it can hide tokens, or redirect new ones to another store.
struct StorageChoiceFile: Sendable {
  private static let name = "storage-choice.json"
  /// The maximum size in bytes, larger than any choice.
  private static let maximumBytes = 4_096

  private let files: PrivateFiles
  private let locks: AccountLocks
  private let work = BlockingWork("pixy.storage-choice")

  init(folder: String, clock: any Clock<Duration>, calls: any FileCalls = SystemFileCalls()) {
    files = PrivateFiles(
      folder: PrivateFolder(FilePath(folder), calls: calls), calls: calls, random: SystemRandomSource())
    locks = AccountLocks(folder: folder, clock: clock)
  }

  /// Runs a body while no other task and no other process chooses a rung or moves tokens.
  func withLock<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    try await locks.withLock(on: Account(provider: "pixy", name: "storage choice"), body)
  }

  /// The content of the file.
  enum Content: Sendable, Hashable {
    case recorded(StorageChoice)
    /// The file isn't a choice, so its choice is lost.
    case damaged
  }

  /// Reads the file.
  ///
  /// - Returns: `nil` if no rung was chosen yet.
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file; another
  ///   ``TokenStoreError`` if it can't be read.
  func load() async throws(TokenStoreError) -> Content? {
    try await work.run { [files] () throws(TokenStoreError) in
      do throws(TokenStoreError) {
        guard let bytes = try files.read(Self.name, atMost: Self.maximumBytes) else { return nil }
        return .recorded(try StorageChoice(bytes: bytes, place: files.folder.path.appending(Self.name).string))
      } catch {
        guard error.kind == .damaged else { throw error }
        return .damaged
      }
    }
  }

  /// Replaces the choice. After a crash either the old choice or the new one is there, complete.
  /// The caller holds the lock.
  func save(_ choice: StorageChoice) async throws(TokenStoreError) {
    try await work.run { [files] () throws(TokenStoreError) in
      try files.folder.prepare()
      files.removeLeftovers()
      try files.replace(Self.name, with: choice.bytes, isSecret: false)
    }
  }
}
