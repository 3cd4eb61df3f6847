// Functions for files and folders.

@_exported public import DarwinStructures

/// Darwin.swiftinterface: `func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32`.
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 {
  fatalError("stub")
}

/// Darwin.swiftinterface: `func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32`.
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int fsync(int)`.
@discardableResult public func fsync(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// sys/fcntl.h: `int flock(int, int)`.
@discardableResult public func flock(_ fd: Int32, _ operation: Int32) -> Int32 {
  fatalError("stub")
}

/// sys/stat.h: `int fstat(int, struct stat *)`.
@discardableResult public func fstat(_ fd: Int32, _ status: UnsafeMutablePointer<DarwinStructures.stat>!) -> Int32 {
  fatalError("stub")
}

/// sys/stat.h: `int stat(const char *, struct stat *)`.
@discardableResult public func stat(
  _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinStructures.stat>!
) -> Int32 {
  fatalError("stub")
}

/// sys/stat.h: `int lstat(const char *, struct stat *)`.
@discardableResult public func lstat(
  _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinStructures.stat>!
) -> Int32 {
  fatalError("stub")
}

/// sys/stat.h: `int mkdir(const char *, mode_t)`.
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 {
  fatalError("stub")
}

/// stand-in: the same for the `CModeT` of SystemPackage, which is built for Linux here and has 32
/// bits. On Apple's systems it is `mode_t`.
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: UInt32) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int access(const char *, int)`.
@discardableResult public func access(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> Int32 {
  fatalError("stub")
}

/// sys/unistd.h: `#define F_OK 0`.
public let F_OK: Int32 = 0
/// sys/unistd.h: `#define X_OK (1<<0)`.
public let X_OK: Int32 = 1

/// sys/stat.h: `int fchmod(int, mode_t)`.
@discardableResult public func fchmod(_ fd: Int32, _ mode: mode_t) -> Int32 {
  fatalError("stub")
}

/// stdio.h: `int rename(const char *, const char *)`.
@discardableResult public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int link(const char *, const char *)`.
@discardableResult public func link(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int unlink(const char *)`.
@discardableResult public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// stdlib.h: `char *realpath(const char *, char *)`.
public func realpath(
  _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  fatalError("stub")
}

/// dirent.h: `DIR *opendir(const char *)`.
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! {
  fatalError("stub")
}

/// dirent.h: `struct dirent *readdir(DIR *)`.
public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! {
  fatalError("stub")
}

/// dirent.h: `int closedir(DIR *)`.
@discardableResult public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 {
  fatalError("stub")
}

/// sys/poll.h: `int poll(struct pollfd *, nfds_t, int)`.
@discardableResult public func poll(_ files: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ timeout: Int32) -> Int32
{
  fatalError("stub")
}

/// unistd.h: `int close(int)`.
@discardableResult public func close(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// sys/fcntl.h: `#define F_DUPFD_CLOEXEC 67`.
public let F_DUPFD_CLOEXEC: Int32 = 67

/// dlfcn.h: `void *dlopen(const char *, int)`.
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! {
  fatalError("stub")
}

/// dlfcn.h: `void *dlsym(void *, const char *)`.
public func dlsym(_ library: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer! {
  fatalError("stub")
}

/// dlfcn.h: `#define RTLD_NOW 0x2`.
public let RTLD_NOW: Int32 = 0x2
/// dlfcn.h: `#define RTLD_LOCAL 0x4`.
public let RTLD_LOCAL: Int32 = 0x4

/// unistd.h: `int chdir(const char *)`.
@discardableResult public func chdir(_ path: UnsafePointer<CChar>!) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int ftruncate(int, off_t)`.
@discardableResult public func ftruncate(_ fd: Int32, _ length: off_t) -> Int32 {
  fatalError("stub")
}

/// sys/stat.h: `mode_t umask(mode_t)`.
@discardableResult public func umask(_ mask: mode_t) -> mode_t {
  fatalError("stub")
}

/// unistd.h: `unsigned int alarm(unsigned int)`.
@discardableResult public func alarm(_ seconds: UInt32) -> UInt32 {
  fatalError("stub")
}

/// sys/resource.h: `struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; }`.
public struct rlimit {
  /// sys/resource.h: `rlim_t rlim_cur`.
  public var rlim_cur: UInt64 = 0
  /// sys/resource.h: `rlim_t rlim_max`.
  public var rlim_max: UInt64 = 0

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// sys/resource.h: `#define RLIMIT_NOFILE 8`.
public let RLIMIT_NOFILE: Int32 = 8

/// sys/resource.h: `int getrlimit(int, struct rlimit *)`.
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 {
  fatalError("stub")
}

/// sys/resource.h: `int setrlimit(int, const struct rlimit *)`.
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>!) -> Int32 {
  fatalError("stub")
}
