internal import SystemPackage

/// An empty file that at most one opener can lock at a time. The system releases the lock when the
/// file is closed, and so when the process ends for any reason.
struct LockFile: Sendable {
  let path: FilePath
  let calls: any FileCalls

  init(_ path: FilePath, calls: any FileCalls = SystemFileCalls()) {
    self.path = path
    self.calls = calls
  }

  /// Locks the file if it is free, without waiting.
  ///
  /// - Returns: The open file, which the caller has to close; `nil` if another opener holds the
  ///   lock.
  func tryToLock() throws(TokenStoreError) -> FileDescriptor? {
    let file: FileDescriptor
    do {
      file = try calls.untilDone { () throws(Errno) in try calls.open(path, .locking) }
    } catch {
      throw TokenStoreError(error, path)
    }
    do {
      if try isLocked(file) {
        // It is empty, and a refresh in the background has to lock it.
        calls.removeProtection(path)
        return file
      }
      calls.close(file)
      return nil
    } catch {
      calls.close(file)
      throw TokenStoreError(error, path)
    }
  }

  /// Locks the file, and waits on this thread while others hold the lock.
  ///
  /// - Parameter patience: The timeout.
  /// - Throws: ``TokenStoreError/Kind/busy`` after the timeout.
  func lock(patience: Duration) throws(TokenStoreError) -> FileDescriptor {
    var waitingTime = Duration.zero
    var pause = Duration.microseconds(100)
    while true {
      if let file = try tryToLock() { return file }
      guard waitingTime < patience else { throw TokenStoreError(.busy, place: path.string) }
      calls.pause(pause)
      waitingTime += pause
      pause = min(pause * 2, .milliseconds(5))
    }
  }

  private func isLocked(_ file: FileDescriptor) throws(Errno) -> Bool {
    guard try calls.untilDone({ () throws(Errno) in try calls.lock(file) }) else { return false }
    // A cleaner may have removed the file after it was opened. The lock would then exclude no other
    // process.
    let fileStatus = try calls.untilDone { () throws(Errno) in try calls.status(file) }
    do {
      let pathStatus = try calls.untilDone { () throws(Errno) in try calls.status(path) }
      return pathStatus.inode == fileStatus.inode && pathStatus.deviceID == fileStatus.deviceID
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return false
    }
  }
}
