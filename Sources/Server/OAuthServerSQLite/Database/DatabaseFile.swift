internal import CLibrary
internal import FoundationBasics
internal import OAuthServer
internal import Synchronization
internal import SystemPackage

/// The file of a database. It is created before SQLite opens it, so that no other user can read it
/// at any moment. SQLite gives the files beside it the same permissions.
struct DatabaseFile {
  private let path: FilePath
  /// Closing any descriptor of a file drops all locks that the process has on it (fcntl(2)),
  /// SQLite's too. Another process would then remove the log, and later commits would be lost. So
  /// the file is opened only to create it, and no other thread can give it to SQLite meanwhile.
  private static let making = Mutex(())

  /// - Throws: ``ServerDatabaseError/Kind/unusablePlace`` unless the path is absolute.
  init(_ path: String) throws(ServerDatabaseError) {
    self.path = FilePath(path)
    // A relative path would name another file after a change of the working directory.
    guard self.path.isAbsolute, self.path.lastComponent != nil else {
      throw ServerDatabaseError(.unusablePlace, "the path is not the absolute path of a file")
    }
  }

  /// Creates an empty file that only its owner can read. If there is a file, checks its
  /// permissions.
  ///
  /// - Throws: ``ServerDatabaseError/Kind/unusablePlace``.
  func prepare() throws(ServerDatabaseError) {
    do {
      try Self.making.withLock { _ in
        do {
          try checkFolder()
          let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite)
          try file.close()
          // The file's content isn't durable before its name is.
          try Self.synchronize(path.removingLastComponent())
        } catch Errno.fileExists {
          try checkPermissions()
        }
      }
    } catch let error as ServerDatabaseError {
      throw error
    } catch {
      throw ServerDatabaseError(.unusablePlace, "\(path) could not be created or opened: \(error)")
    }
  }

  /// Root would create a file that the user whose folder it is, the server's, can't use.
  private func checkFolder() throws {
    var status = stat()
    guard geteuid() == 0, unsafe lstat(path.string, &status) != 0,
      unsafe stat(path.removingLastComponent().string, &status) == 0, status.st_uid != 0
    else { return }
    let owner = Self.owner(of: path.removingLastComponent(), status)
    throw ServerDatabaseError(
      .unusablePlace, "the folder belongs to the user \(owner), who could not use a file of root's",
      remedy: "Run the command as that user: runuser -u \(owner) -- COMMAND")
  }

  private static func owner(of path: FilePath, _ status: stat) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.ownerAccountName] as? String ?? "\(status.st_uid)"
  }

  private func checkPermissions() throws {
    var status = stat()
    guard unsafe lstat(path.string, &status) == 0 else { throw Errno(rawValue: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ServerDatabaseError(.unusablePlace, "the path is not that of a file")
    }
    guard status.st_uid == geteuid() else {
      let owner = Self.owner(of: path, status)
      throw ServerDatabaseError(
        .unusablePlace, "the file belongs to the user \(owner)",
        // No server should run as root for the sake of a file.
        remedy: status.st_uid == 0
          ? "Give it to the server's user, as root: chown USER '\(path)'*"
          : "Run the command as that user: runuser -u \(owner) -- COMMAND")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw ServerDatabaseError(.unusablePlace, "other users may read or write the file")
    }
  }

  private static func synchronize(_ folder: FilePath) throws {
    let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    defer { try? descriptor.close() }
    // Some file systems can't synchronize a folder.
    guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else { throw Errno(rawValue: errno) }
  }
}
