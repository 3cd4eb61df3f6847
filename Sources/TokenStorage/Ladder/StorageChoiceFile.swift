internal import PKCE
internal import SystemPackage

/// The file that remembers a ladder's choice, in a private folder. It holds no secret; but who can change it can make tokens
/// look lost, or send new ones to another store.
struct StorageChoiceFile: Sendable {
  private static let name = "storage-choice.json"
  /// More than any choice has.
  private static let maximumOctets = 4_096

  private let files: PrivateFiles
  private let locks: AccountLocks
  private let work = BlockingWork("pixy.storage-choice")

  init(folder: String, clock: any Clock<Duration>, calls: any FileCalls = SystemFileCalls()) {
    files = PrivateFiles(
      folder: PrivateFolder(FilePath(folder), calls: calls), calls: calls, random: SystemRandomSource())
    locks = AccountLocks(folder: folder, clock: clock)
  }

  /// Does something while no other task and no other process chooses or moves.
  func withLock<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    try await locks.withLock(on: Account(provider: "pixy", name: "storage choice"), body)
  }

  /// - Returns: `nil` if nothing was chosen yet.
  func load() async throws(TokenStoreError) -> StorageChoice? {
    try await work.run { [files] () throws(TokenStoreError) in
      guard let octets = try files.read(Self.name, atMost: Self.maximumOctets) else { return nil }
      return try StorageChoice(octets: octets, place: files.folder.path.appending(Self.name).string)
    }
  }

  /// Replaces the choice: after a crash the old one or the new one is there, whole. Only to be called under the lock.
  func save(_ choice: StorageChoice) async throws(TokenStoreError) {
    try await work.run { [files] () throws(TokenStoreError) in
      try files.folder.prepare()
      files.removeLeftovers()
      try files.replace(Self.name, with: choice.octets)
    }
  }
}
