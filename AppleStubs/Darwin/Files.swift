// Functions for files and folders.

@_exported public import DarwinStructures

/// Apple: `func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32`, of Swift's overlay.
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32`, of Swift's overlay.
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `int fsync(int)`.
@discardableResult public func fsync(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `int flock(int, int)`.
@discardableResult public func flock(_ fd: Int32, _ operation: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `int fstat(int, struct stat *)`.
@discardableResult public func fstat(_ fd: Int32, _ status: UnsafeMutablePointer<DarwinStructures.stat>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int stat(const char *, struct stat *)`.
@discardableResult public func stat(
  _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinStructures.stat>!
) -> Int32 {
  fatalError("stub")
}

/// Apple: `int lstat(const char *, struct stat *)`.
@discardableResult public func lstat(
  _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinStructures.stat>!
) -> Int32 {
  fatalError("stub")
}

/// Apple: `int mkdir(const char *, mode_t)`.
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 {
  fatalError("stub")
}

/// The same for the `CModeT` of SystemPackage, which is built for Linux here and has 32 bits. On
/// Apple's systems it is `mode_t`.
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: UInt32) -> Int32 {
  fatalError("stub")
}

/// Apple: `int access(const char *, int)`.
@discardableResult public func access(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `#define F_OK 0`.
public let F_OK: Int32 = 0
/// Apple: `#define X_OK (1<<0)`.
public let X_OK: Int32 = 1

/// Apple: `int fchmod(int, mode_t)`.
@discardableResult public func fchmod(_ fd: Int32, _ mode: mode_t) -> Int32 {
  fatalError("stub")
}

/// Apple: `int rename(const char *, const char *)`.
@discardableResult public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int link(const char *, const char *)`.
@discardableResult public func link(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int unlink(const char *)`.
@discardableResult public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `char *realpath(const char *, char *)`.
public func realpath(
  _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  fatalError("stub")
}

/// Apple: `DIR *opendir(const char *)`.
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! {
  fatalError("stub")
}

/// Apple: `struct dirent *readdir(DIR *)`.
public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! {
  fatalError("stub")
}

/// Apple: `int closedir(DIR *)`.
@discardableResult public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int poll(struct pollfd *, nfds_t, int)`.
@discardableResult public func poll(_ files: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ timeout: Int32) -> Int32
{
  fatalError("stub")
}

/// Apple: `int close(int)`.
@discardableResult public func close(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `#define F_DUPFD_CLOEXEC 67`.
public let F_DUPFD_CLOEXEC: Int32 = 67

/// Apple: `void *dlopen(const char *, int)`.
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! {
  fatalError("stub")
}

/// Apple: `void *dlsym(void *, const char *)`.
public func dlsym(_ library: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer! {
  fatalError("stub")
}

/// Apple: `#define RTLD_NOW 0x2`.
public let RTLD_NOW: Int32 = 0x2
/// Apple: `#define RTLD_LOCAL 0x4`.
public let RTLD_LOCAL: Int32 = 0x4

/// Apple: `int chdir(const char *)`.
@discardableResult public func chdir(_ path: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int ftruncate(int, off_t)`.
@discardableResult public func ftruncate(_ fd: Int32, _ length: off_t) -> Int32 {
  fatalError("stub")
}

/// Apple: `mode_t umask(mode_t)`.
@discardableResult public func umask(_ mask: mode_t) -> mode_t {
  fatalError("stub")
}

/// Apple: `unsigned int alarm(unsigned int)`.
@discardableResult public func alarm(_ seconds: UInt32) -> UInt32 {
  fatalError("stub")
}

/// Apple: `struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; }`.
public struct rlimit {
  /// Apple: `rlim_t rlim_cur`.
  public var rlim_cur: UInt64 = 0
  /// Apple: `rlim_t rlim_max`.
  public var rlim_max: UInt64 = 0

  /// Apple: a zeroed structure.
  public init() {}
}

/// Apple: `#define RLIMIT_NOFILE 8`.
public let RLIMIT_NOFILE: Int32 = 8

/// Apple: `int getrlimit(int, struct rlimit *)`.
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int setrlimit(int, const struct rlimit *)`.
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>!) -> Int32 {
  fatalError("stub")
}
