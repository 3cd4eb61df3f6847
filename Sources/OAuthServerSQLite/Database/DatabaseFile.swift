internal import Synchronization
internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The file of a database: made before SQLite opens it, so that nobody else can read it for a moment. SQLite gives the files
/// beside it the same permissions.
struct DatabaseFile {
  private let path: FilePath
  /// Closing any descriptor of a file drops all locks that the process has on it (fcntl(2)), SQLite's among them: another process
  /// would take the log away, and what is acknowledged after that is lost. So the file is opened only to make it, and nobody in
  /// this process can give it to SQLite meanwhile.
  private static let making = Mutex(())

  /// - Throws: ``ServerDatabaseError/Kind/unusablePlace`` unless the path is absolute.
  init(_ path: String) throws(ServerDatabaseError) {
    self.path = FilePath(path)
    // It would be another file after a change of the working directory.
    guard self.path.isAbsolute, self.path.lastComponent != nil else {
      throw ServerDatabaseError(.unusablePlace, "the path isn't an absolute one of a file")
    }
  }

  /// Makes the file if it isn't there, empty and for its owner alone, and sees to it that nobody else may read it.
  ///
  /// - Throws: ``ServerDatabaseError/Kind/unusablePlace``.
  func prepare() throws(ServerDatabaseError) {
    do {
      try Self.making.withLock { _ in
        do {
          let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite)
          try file.close()
          // What is written into it isn't durable before its own name is.
          try Self.synchronize(path.removingLastComponent())
        } catch Errno.fileExists {
          try checkPermissions()
        }
      }
    } catch let error as ServerDatabaseError {
      throw error
    } catch {
      throw ServerDatabaseError(.unusablePlace, "the file can't be made or opened: \(error)")
    }
  }

  private func checkPermissions() throws {
    var status = stat()
    guard unsafe lstat(path.string, &status) == 0 else { throw Errno(rawValue: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ServerDatabaseError(.unusablePlace, "there is something at the path that isn't a file")
    }
    guard status.st_uid == geteuid() else {
      throw ServerDatabaseError(.unusablePlace, "the file belongs to somebody else")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw ServerDatabaseError(.unusablePlace, "other people may read or write the file")
    }
  }

  private static func synchronize(_ folder: FilePath) throws {
    let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    defer { try? descriptor.close() }
    guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }
}
