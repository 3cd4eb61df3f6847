internal import ArgumentParser
internal import OAuthCore
internal import PKCE
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file for its owner alone that is written whole or not at all.
///
/// What is there under its name is a finished text at each moment, also if the command is killed while it writes.
struct PrivateFile: Sendable {
  let path: String

  /// - Parameter path: where it shall be. What is there already is replaced, if it is an ordinary file.
  /// - Throws: `ValidationError` if something else is there: a folder, a device, a pipe.
  init(path: String) throws {
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw ValidationError("\(path) is there and no ordinary file; choose another name.")
    }
    self.path = path
  }

  /// Finds out whether it could be written now, and leaves nothing behind.
  /// - Throws: `Errno`.
  func tryPlace(random: any RandomSource = SystemRandomSource()) throws {
    let (unfinished, file) = try begin(random)
    _ = unsafe unlink(unfinished)
    try file.close()
  }

  private func begin(_ random: any RandomSource) throws -> (path: String, file: FileDescriptor) {
    let unfinished = path + "." + Base64URL.encode(random.octets(9))
    let file = try FileDescriptor.open(
      FilePath(unfinished), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    return (unfinished, file)
  }

  /// Writes it: a new file with mode 0600, which then takes the name.
  /// - Throws: `Errno`.
  func write(_ octets: [UInt8], random: any RandomSource = SystemRandomSource()) throws {
    let (unfinished, file) = try begin(random)
    do {
      try file.closeAfter { _ = try file.writeAll(octets) }
      guard unsafe rename(unfinished, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = unsafe unlink(unfinished)
      throw error
    }
  }
}
