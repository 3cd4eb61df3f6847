internal import CLibrary
internal import FoundationBasics
internal import SystemPackage

/// The system's file calls.
struct SystemFileCalls: FileCalls {
  /// Whether files can't be opened while the device is locked, if their protection class says so
  /// (developer.apple.com/documentation/foundation/fileprotectiontype). A Mac's volume is unlocked
  /// while programs of its user run.
  #if os(iOS) && !targetEnvironment(macCatalyst) || os(tvOS) || os(watchOS) || os(visionOS)
  static let hasDataProtection = true
  #else
  static let hasDataProtection = false
  #endif

  func open(_ path: FilePath, _ purpose: FilePurpose) throws(Errno) -> FileDescriptor {
    try Self.typed {
      switch purpose {
      // Non-blocking, so that opening a pipe in the file's place can't hang. It has no effect on
      // regular files.
      case .reading:
        try FileDescriptor.open(
          path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking], retryOnInterrupt: false)
      case .creating:
        try FileDescriptor.open(
          path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
          permissions: .ownerReadWrite, retryOnInterrupt: false)
      case .folder:
        try FileDescriptor.open(
          path, .readOnly, options: [.directory, .noFollow, .closeOnExec], retryOnInterrupt: false)
      case .folderAbove:
        try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec], retryOnInterrupt: false)
      case .locking:
        try FileDescriptor.open(
          path, .readWrite, options: [.create, .noFollow, .closeOnExec, .nonBlocking],
          permissions: .ownerReadWrite, retryOnInterrupt: false)
      }
    }
  }

  func close(_ file: FileDescriptor) {
    // Durable content was synchronized before, and an interrupted `close` has closed the file.
    try? file.close()
  }

  func status(_ file: FileDescriptor) throws(Errno) -> Stat {
    try file.stat(retryOnInterrupt: false)
  }

  func status(_ path: FilePath) throws(Errno) -> Stat {
    try path.stat(followTargetSymlink: false, retryOnInterrupt: false)
  }

  func read(_ file: FileDescriptor, atMost count: Int) throws(Errno) -> [UInt8] {
    try Self.typed {
      // Safe: the array declares only as many bytes initialized as were read into the buffer of
      // `count`.
      try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        initializedCount = try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]),
          retryOnInterrupt: false)
      }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try Self.typed {
      // Safe: the pointer is used while the slice is borrowed.
      try unsafe bytes.withUnsafeBytes { try unsafe file.write($0, retryOnInterrupt: false) }
    }
  }

  func reserve(_ count: Int, in file: FileDescriptor) throws(Errno) {
    try Self.typed {
      let zeros = [UInt8](repeating: 0, count: count)
      var offset = 0
      while offset < count {
        // Safe: the pointer is used while the slice is borrowed.
        let writtenCount = try unsafe zeros[offset...].withUnsafeBytes {
          try unsafe file.write(toAbsoluteOffset: Int64(offset), $0, retryOnInterrupt: false)
        }
        guard writtenCount > 0 else { throw Errno.noSpace }
        offset += writtenCount
      }
    }
  }

  func truncate(_ file: FileDescriptor, to count: Int) throws(Errno) {
    try Self.typed { try file.resize(to: Int64(count), retryOnInterrupt: false) }
  }

  func synchronize(_ file: FileDescriptor) throws(Errno) {
    #if canImport(Darwin)
    // On Darwin, `fsync` leaves the bytes in the drive's cache. Some volumes don't support
    // `F_FULLFSYNC`.
    if fcntl(file.rawValue, F_FULLFSYNC) == 0 { return }
    guard [ENOTSUP, EINVAL, ENOTTY].contains(errno) else { throw Errno(rawValue: errno) }
    #endif
    try Self.succeeded(fsync(file.rawValue))
  }

  func rename(_ path: FilePath, to target: FilePath) throws(Errno) {
    // Safe: both strings live for the duration of the call.
    let result = unsafe path.withPlatformString { old in
      unsafe target.withPlatformString { new in
        #if canImport(Darwin)
        unsafe Darwin.rename(old, new)
        #elseif canImport(Glibc)
        unsafe Glibc.rename(old, new)
        #else
        unsafe Musl.rename(old, new)
        #endif
      }
    }
    try Self.succeeded(result)
  }

  func remove(_ path: FilePath) throws(Errno) {
    // Safe: the string lives for the duration of the call.
    try Self.succeeded(unsafe path.withPlatformString { unsafe unlink($0) })
  }

  func makeFolder(_ path: FilePath, _ permissions: FilePermissions) throws(Errno) {
    // Safe: the string lives for the duration of the call.
    try Self.succeeded(unsafe path.withPlatformString { unsafe mkdir($0, permissions.rawValue) })
  }

  func removeProtection(_ path: FilePath) {
    guard Self.hasDataProtection else { return }
    // A file that stays protected is reported when it can't be opened.
    try? FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path.string)
  }

  func names(in folder: FilePath) throws(Errno) -> [String] {
    // Safe: the stream is closed once, after its last use, and each entry is read before the next
    // one replaces it.
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else { throw Errno(rawValue: errno) }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return names
      }
      // Safe: the system terminates every name with a zero byte within the entry.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  func lock(_ file: FileDescriptor) throws(Errno) -> Bool {
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw Errno(rawValue: errno) }
    return false
  }

  func pause(_ duration: Duration) {
    let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    usleep(UInt32(clamping: microseconds))
  }

  private static func succeeded(_ result: CInt) throws(Errno) {
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  private static func typed<Result>(_ call: () throws -> Result) throws(Errno) -> Result {
    do {
      return try call()
    } catch let error as Errno {
      throw error
    } catch {
      // swift-system throws no other errors.
      throw .ioError
    }
  }
}
