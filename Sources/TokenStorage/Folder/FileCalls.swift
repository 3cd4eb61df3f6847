internal import SystemPackage

/// The system calls that stores of files make: the one seam between them and the disk, so that tests can let any call fail.
///
/// Every call may throw `Errno.interrupted`; who calls repeats it with ``untilDone(_:)``.
protocol FileCalls: Sendable {
  func open(_ path: FilePath, _ purpose: FilePurpose) throws(Errno) -> FileDescriptor
  func close(_ file: FileDescriptor)
  /// What an open file is.
  func status(_ file: FileDescriptor) throws(Errno) -> Stat
  /// What has this name; a symbolic link is itself.
  func status(_ path: FilePath) throws(Errno) -> Stat
  /// Nothing at the file's end.
  func read(_ file: FileDescriptor, atMost count: Int) throws(Errno) -> [UInt8]
  /// How many octets were written, 1 or more.
  func write(_ octets: ArraySlice<UInt8>, to file: FileDescriptor) throws(Errno) -> Int
  /// Returns when a file's contents, or a folder's names, are on the disk.
  func synchronize(_ file: FileDescriptor) throws(Errno)
  func rename(_ path: FilePath, to target: FilePath) throws(Errno)
  func remove(_ path: FilePath) throws(Errno)
  func makeFolder(_ path: FilePath, _ permissions: FilePermissions) throws(Errno)
  /// All names in a folder, in no order.
  func names(in folder: FilePath) throws(Errno) -> [String]
  /// Whether the file could be locked for this opening of it, without waiting.
  func lock(_ file: FileDescriptor) throws(Errno) -> Bool
  /// Waits.
  func pause(_ duration: Duration)
}

/// What a file is opened for. None but a folder above follows a symbolic link, none is inherited by other programs.
enum FilePurpose: Sendable {
  /// To read it.
  case reading
  /// To write it; it must be new.
  case creating
  /// To synchronize a folder.
  case folder
  /// To synchronize a folder above the private ones, which may be a link: people keep their home elsewhere.
  case folderAbove
  /// To lock it; it is made if it isn't there.
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
