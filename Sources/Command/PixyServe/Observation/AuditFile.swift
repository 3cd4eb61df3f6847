internal import CLibrary
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal
internal import Synchronization
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// An audit log in a file: one JSON object a line, appended with one write each, so that several
/// processes can share the file.
final class AuditFile: AuditLog {
  /// The open file, and its number in the file system.
  private struct Open {
    let file: FileDescriptor
    let number: UInt64
  }

  private struct State {
    var open: Open?
    /// Whether the last record was lost.
    var hasFailed = false
    /// Whether the file ends in a part of a line, as a full disk or a loss of power leaves it.
    var isTorn = false
  }

  private let path: String
  private let logger: Logger
  private let lost: LostAuditRecords
  private let state = Mutex(State())

  /// Opens the file, or creates it for its owner only.
  /// - Parameter lost: Counts the records that can't be written. Default: nothing does.
  /// - Throws: `BadValue` if it can't be written.
  init(path: String, logger: Logger, lost: LostAuditRecords = LostAuditRecords()) throws {
    self.path = path
    self.lost = lost
    self.logger = logger
    do {
      try state.withLock {
        $0.open = try Self.open(path)
        $0.isTorn = Self.isTorn(path)
      }
    } catch {
      throw BadValue(
        "The audit log \(UntrustedText(path)) can't be written: \(error).",
        remedy: "Set audit.file to a file that the server's user may write.")
    }
  }

  deinit {
    state.withLock { try? $0.open?.file.close() }
  }

  private static func open(_ path: String) throws -> Open {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.append, .create, .closeOnExec], permissions: .ownerReadWrite)
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    return Open(file: file, number: UInt64(status.st_ino))
  }

  private static func isTorn(_ path: String) -> Bool {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return false }
    defer { try? file.close() }
    var last: [UInt8] = [0]
    // Safe: the pointer is used while it is valid. A pipe or a terminal can't be searched, and has no half lines.
    let count = try? unsafe last.withUnsafeMutableBytes {
      _ = try file.seek(offset: -1, from: .end)
      return try unsafe file.read(into: $0)
    }
    return count == 1 && last != [UInt8(ascii: "\n")]
  }

  func record(_ record: AuditRecord) {
    let line = record.json.bytes() + [UInt8(ascii: "\n")]
    state.withLock { state in
      do {
        // A tool that rotates logs has moved the file away.
        var status = stat()
        if unsafe stat(path, &status) != 0 || UInt64(status.st_ino) != state.open?.number {
          try? state.open?.file.close()
          state.open = nil
          state.open = try Self.open(path)
          state.isTorn = Self.isTorn(path)
        }
        try state.open?.file.writeAll(state.isTorn ? [UInt8(ascii: "\n")] + line : line)
        (state.hasFailed, state.isTorn) = (false, false)
      } catch {
        // Requests are answered nevertheless: an attacker who fills the disk must not lock all users
        // out.
        lost.add(to: .file)
        if !state.hasFailed {
          logger.error("The audit log can't be written, and records are lost", metadata: ["error": "\(error)"])
        }
        (state.hasFailed, state.isTorn) = (true, Self.isTorn(path))
      }
    }
  }
}
