internal import SystemPackage

/// An empty file that one opening of it at a time can lock. The system frees the lock when the file is closed, also by the
/// end of the process, however it ends.
struct LockFile: Sendable {
  let path: FilePath
  let calls: any FileCalls

  init(_ path: FilePath, calls: any FileCalls = SystemFileCalls()) {
    self.path = path
    self.calls = calls
  }

  /// Locks the file if nobody has, without waiting.
  ///
  /// - Returns: what has to be closed; `nil` if somebody else has the lock.
  func tryToLock() throws(TokenStoreError) -> FileDescriptor? {
    let file: FileDescriptor
    do {
      file = try calls.untilDone { () throws(Errno) in try calls.open(path, .locking) }
    } catch {
      throw TokenStoreError(error, path)
    }
    do {
      if try isLocked(file) { return file }
      calls.close(file)
      return nil
    } catch {
      calls.close(file)
      throw TokenStoreError(error, path)
    }
  }

  /// Locks the file, waiting for others on this thread.
  ///
  /// - Parameter patience: for how long.
  /// - Throws: ``TokenStoreError/Kind/busy`` if it couldn't be had in time.
  func lock(patience: Duration) throws(TokenStoreError) -> FileDescriptor {
    var waited = Duration.zero
    var pause = Duration.microseconds(100)
    while true {
      if let file = try tryToLock() { return file }
      guard waited < patience else { throw TokenStoreError(.busy, place: path.string) }
      calls.pause(pause)
      waited += pause
      pause = min(pause * 2, .milliseconds(5))
    }
  }

  private func isLocked(_ file: FileDescriptor) throws(Errno) -> Bool {
    guard try calls.untilDone({ () throws(Errno) in try calls.lock(file) }) else { return false }
    // A cleaner may have removed the file since it was opened: then this is nobody else's lock.
    let opened = try calls.untilDone { () throws(Errno) in try calls.status(file) }
    do {
      let named = try calls.untilDone { () throws(Errno) in try calls.status(path) }
      return named.inode == opened.inode && named.deviceID == opened.deviceID
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return false
    }
  }
}
