internal import ArgumentParser
internal import CLibrary
internal import OAuthCore
package import PKCE
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A file that only its owner can read, written completely or not at all.
///
/// The file is complete at each moment, even if the command is killed while it writes.
package struct PrivateFile: Sendable {
  package let path: String

  /// - Parameter path: The file's path. An ordinary file there is replaced.
  /// - Throws: `ValidationError` if the path is a folder, a device or a pipe.
  package init(path: String) throws {
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw ValidationError("\(path) exists and is not a regular file; choose another path.")
    }
    self.path = path
  }

  /// Checks that the file could be written now, with 64 KiB, and leaves nothing behind.
  /// - Throws: `Errno`.
  package func tryPlace(random: any RandomSource = SystemRandomSource()) throws {
    let (temporaryPath, file) = try begin(random)
    _ = unsafe unlink(temporaryPath)
    // A full disk still has names for empty files.
    try file.closeAfter { _ = try file.writeAll([UInt8](repeating: 0, count: 65_536)) }
  }

  private func begin(_ random: any RandomSource) throws -> (path: String, file: FileDescriptor) {
    let temporaryPath = path + "." + Base64URL.encode(random.bytes(9))
    let file = try FileDescriptor.open(
      FilePath(temporaryPath), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    return (temporaryPath, file)
  }

  /// Writes the file: a new file with mode 0600, which is then renamed to `path`.
  /// - Throws: `Errno`.
  package func write(_ bytes: [UInt8], random: any RandomSource = SystemRandomSource()) throws {
    let (temporaryPath, file) = try begin(random)
    do {
      try file.closeAfter { _ = try file.writeAll(bytes) }
      guard unsafe rename(temporaryPath, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = unsafe unlink(temporaryPath)
      throw error
    }
  }
}
