internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The file that remembers a ladder's choice, in a private folder. It holds no secret; but who can change it can make tokens
/// look lost, or send new ones to another store.
struct StorageChoiceFile: Sendable {
  /// More than any choice has.
  private static let maximumOctets = 4_096

  private let folder: PrivateFolder
  private let locks: AccountLocks

  init(folder: String, clock: any Clock<Duration>) {
    self.folder = PrivateFolder(FilePath(folder))
    locks = AccountLocks(folder: folder, clock: clock)
  }

  /// Where the choice is kept.
  var path: FilePath { folder.path.appending("storage-choice.json") }

  /// Does something while no other task and no other process chooses or moves.
  func withLock<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    try await locks.withLock(on: Account(provider: "pixy", name: "storage choice"), body)
  }

  /// - Returns: `nil` if nothing was chosen yet.
  func load() throws(TokenStoreError) -> StorageChoice? {
    guard try folder.isThere() else { return nil }
    let octets: [UInt8]
    do {
      // Not blocking, or a named pipe would keep us here.
      let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
      defer { try? file.close() }
      try check(file.stat())
      octets = try read(file)
    } catch let error as Errno {
      guard error != .noSuchFileOrDirectory else { return nil }
      throw TokenStoreError(error, path)
    } catch let error as TokenStoreError {
      throw error
    } catch {
      throw TokenStoreError(.failed, place: path.string)
    }
    return try StorageChoice(octets: octets, place: path.string)
  }

  /// Replaces the choice: after a crash the old one or the new one is there, whole. Only to be called under the lock.
  func save(_ choice: StorageChoice) throws(TokenStoreError) {
    try folder.prepare()
    let new = folder.path.appending("storage-choice.new")
    do {
      // Left by a writer that was killed: nobody else writes under the lock.
      _ = unsafe new.withPlatformString { unsafe unlink($0) }
      let file = try FileDescriptor.open(
        new, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
      do {
        try file.closeAfter {
          _ = try file.writeAll(choice.octets)
          try Self.synchronize(file)
        }
        let renamed = unsafe new.withPlatformString { from in
          unsafe path.withPlatformString { to in unsafe rename(from, to) }
        }
        guard renamed == 0 else { throw Errno(rawValue: errno) }
      } catch {
        _ = unsafe new.withPlatformString { unsafe unlink($0) }
        throw error
      }
      // Until the folder is on the disk, the new name may be gone after a power failure.
      let opened = try FileDescriptor.open(folder.path, .readOnly, options: [.directory, .noFollow, .closeOnExec])
      try opened.closeAfter { try Self.synchronize(opened) }
    } catch let error as Errno {
      throw TokenStoreError(error, path)
    } catch {
      throw TokenStoreError(.failed, place: path.string)
    }
  }

  private func check(_ status: Stat) throws(TokenStoreError) {
    guard status.type == .regular else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it is not a file")
    }
    guard status.userID.rawValue == geteuid() else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it belongs to somebody else")
    }
    guard status.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]) else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "its permissions let others in")
    }
  }

  private func read(_ file: FileDescriptor) throws -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count <= Self.maximumOctets {
      let part = try unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumOctets + 1) { buffer, count in
        unsafe count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      guard !part.isEmpty else { return octets }
      octets += part
    }
    throw TokenStoreError(.damaged, place: path.string, cause: "it is too large")
  }

  private static func synchronize(_ file: FileDescriptor) throws(Errno) {
    #if canImport(Darwin)
    // fsync alone leaves the octets in the drive's own memory there.
    guard fcntl(file.rawValue, F_FULLFSYNC) != 0 else { return }
    #endif
    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }
}
