internal import CLibrary
internal import OAuthCore
internal import OAuthServer
internal import PKCE
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A file with the key that encrypts the signing keys (the sealing key), readable only by its
/// owner.
struct SealKeyFile {
  let path: String

  /// Creates the default file, beside the database.
  init(besideDatabase database: String) {
    path = database + ".seal-key"
  }

  init(path: String) {
    self.path = path
  }

  /// Whether the file exists, readable or not.
  var exists: Bool {
    do {
      try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec).close()
      return true
    } catch {
      return error as? Errno != .noSuchFileOrDirectory
    }
  }

  /// Creates the file with a new key.
  ///
  /// The file gets its name only when it is complete, and the name is on disk when this returns. A
  /// lost key would make all signing keys unreadable.
  /// - Returns: `false` if another process created the file first.
  /// - Throws: `Errno` if the file can't be written.
  func create(random: any RandomSource = SystemRandomSource()) throws -> Bool {
    let temporaryPath = path + "." + Base64URL.encode(random.bytes(9))
    let file = try FileDescriptor.open(
      FilePath(temporaryPath), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { _ = unsafe unlink(temporaryPath) }
    try file.closeAfter {
      _ = try file.writeAll((SigningKeySeal.newKey(random: random).reveal() + "\n").utf8)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
    // Unlike a rename, a link never replaces a file.
    guard unsafe link(temporaryPath, path) == 0 else {
      let failure = Errno(rawValue: errno)
      if failure == .fileExists { return false }
      throw failure
    }
    let folder = try FileDescriptor.open(
      FilePath(path).removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter {
      // Some file systems can't synchronize a folder.
      guard fsync(folder.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else { throw Errno(rawValue: errno) }
    }
    return true
  }

  /// Reads the key.
  /// - Throws: `BadValue` if other users can read the file: with a copy of the database, they could
  ///   sign in the server's name.
  func read() throws -> Secret {
    guard !SecretInput.isOpenToOthers(path) else {
      throw BadValue(
        "Other users can read the file with the sealing key, \(UntrustedText(path)).",
        remedy: "Run chmod 600 on it. If one of them may have read it, replace the signing keys too: "
          + "pixy serve key rotate, then key revoke.")
    }
    return try SecretInput.read(path)
  }
}
