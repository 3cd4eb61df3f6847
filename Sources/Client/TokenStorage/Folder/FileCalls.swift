internal import SystemPackage

/// The system calls of the file stores. It is the only boundary between them and the disk, so tests
/// can make any call fail.
///
/// Every call may throw `Errno.interrupted`. The caller then repeats it with ``untilDone(_:)``.
protocol FileCalls: Sendable {
  func open(_ path: FilePath, _ purpose: FilePurpose) throws(Errno) -> FileDescriptor
  func close(_ file: FileDescriptor)
  /// Returns the status of an open file.
  func status(_ file: FileDescriptor) throws(Errno) -> Stat
  /// Returns the status of the file at a path. A symbolic link isn't followed.
  func status(_ path: FilePath) throws(Errno) -> Stat
  /// Reads up to `count` bytes. The result is empty at the end of the file.
  func read(_ file: FileDescriptor, atMost count: Int) throws(Errno) -> [UInt8]
  /// Writes bytes and returns how many were written, 1 or more.
  func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(Errno) -> Int
  /// Writes zeros at the beginning of a new file, so that as many bytes can be written later even if
  /// the disk is full then. The position in the file stays the same.
  func reserve(_ count: Int, in file: FileDescriptor) throws(Errno)
  /// Cuts a file off after `count` bytes.
  func truncate(_ file: FileDescriptor, to count: Int) throws(Errno)
  /// Returns when a file's contents, or a folder's names, are on the disk.
  func synchronize(_ file: FileDescriptor) throws(Errno)
  func rename(_ path: FilePath, to target: FilePath) throws(Errno)
  func remove(_ path: FilePath) throws(Errno)
  func makeFolder(_ path: FilePath, _ permissions: FilePermissions) throws(Errno)
  /// Lets a file without a secret be opened while the device is locked, even if the app's entitlement
  /// `com.apple.developer.default-data-protection` protects new files. Nothing happens on systems
  /// without data protection.
  func removeProtection(_ path: FilePath)
  /// Returns all names in a folder, in no particular order.
  func names(in folder: FilePath) throws(Errno) -> [String]
  /// Tries to lock the file for this opening of it, without waiting, and returns whether it
  /// succeeded.
  func lock(_ file: FileDescriptor) throws(Errno) -> Bool
  /// Waits on this thread.
  func pause(_ duration: Duration)
}

/// The purpose for which a file is opened. Only ``folderAbove`` follows symbolic links. Child
/// processes inherit none of the files.
enum FilePurpose: Sendable {
  /// Reading an existing file.
  case reading
  /// Writing a new file.
  case creating
  /// Synchronizing a folder.
  case folder
  /// Synchronizing a folder above the private ones. It may be a symbolic link, because some users
  /// keep their home folder elsewhere.
  case folderAbove
  /// Locking a file, which is created if it doesn't exist.
  case locking
}

extension FileCalls {
  /// Repeats a call that a signal interrupted.
  func untilDone<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
    while true {
      do {
        return try call()
      } catch {
        guard error == .interrupted else { throw error }
      }
    }
  }
}
