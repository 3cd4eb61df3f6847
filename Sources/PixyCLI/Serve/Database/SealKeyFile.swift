internal import OAuthCore
internal import OAuthServer
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

/// A file with the key that seals signing keys, for its owner alone.
struct SealKeyFile {
  /// Where it is.
  let path: String

  /// The one beside a database, for who gave none.
  init(besides database: String) {
    path = database + ".seal-key"
  }

  init(path: String) {
    self.path = path
  }

  /// Whether there is something at the path, though it may be unreadable.
  var exists: Bool {
    do {
      try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec).close()
      return true
    } catch {
      return error as? Errno != .noSuchFileOrDirectory
    }
  }

  /// Makes a new key in a new file. The file has its whole text when it gets its name, and the name is on the disk when this
  /// returns: a key that is lost takes all signing keys with it.
  /// - Returns: `false` if there is a file by now: another process was faster.
  func make(random: any RandomSource = SystemRandomSource()) throws -> Bool {
    let unfinished = path + "." + Base64URL.encode(random.octets(9))
    let file = try FileDescriptor.open(
      FilePath(unfinished), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { _ = unsafe unlink(unfinished) }
    try file.closeAfter {
      _ = try file.writeAll((SigningKeySeal.newKey(random: random).reveal() + "\n").utf8)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
    // Unlike a rename it never replaces a file.
    guard unsafe link(unfinished, path) == 0 else {
      let failure = Errno(rawValue: errno)
      if failure == .fileExists { return false }
      throw failure
    }
    let folder = try FileDescriptor.open(
      FilePath(path).removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter {
      guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
    return true
  }

  func read() throws -> Secret { try SecretInput.read(path) }
}
