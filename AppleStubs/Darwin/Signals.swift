// Signals, and the attributes of a process that is started with them.

@_exported public import DarwinStructures

/// sys/_types/_sigset_t.h: `typedef __uint32_t sigset_t`, which Linux imports as a structure.
public typealias sigset_t = UInt32

/// signal.h: `int sigaction(int, const struct sigaction *, struct sigaction *)`.
@discardableResult public func sigaction(
  _ number: Int32, _ new: UnsafePointer<DarwinStructures.sigaction>!,
  _ old: UnsafeMutablePointer<DarwinStructures.sigaction>!
) -> Int32 {
  fatalError("stub")
}

/// signal.h: `int sigemptyset(sigset_t *)`.
@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 {
  fatalError("stub")
}

/// signal.h: `int sigaddset(sigset_t *, int)`.
@discardableResult public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ number: Int32) -> Int32 {
  fatalError("stub")
}

/// pthread.h: `int pthread_sigmask(int, const sigset_t * _Nullable, sigset_t * _Nullable)`.
@discardableResult public func pthread_sigmask(
  _ how: Int32, _ new: UnsafePointer<sigset_t>?, _ old: UnsafeMutablePointer<sigset_t>?
) -> Int32 {
  fatalError("stub")
}

/// sys/signal.h: `#define SIG_SETMASK 3`.
public let SIG_SETMASK: Int32 = 3
/// sys/signal.h: `#define SIGKILL 9`.
public let SIGKILL: Int32 = 9
/// sys/signal.h: `#define SIGSTOP 17`.
public let SIGSTOP: Int32 = 17
/// sys/spawn.h: `#define POSIX_SPAWN_SETSIGDEF 0x0004`.
public let POSIX_SPAWN_SETSIGDEF: Int32 = 0x0004
/// sys/spawn.h: `#define POSIX_SPAWN_SETSIGMASK 0x0008`.
public let POSIX_SPAWN_SETSIGMASK: Int32 = 0x0008
/// sys/spawn.h: `#define POSIX_SPAWN_SETSID 0x0400`.
public let POSIX_SPAWN_SETSID: Int32 = 0x0400

/// spawn.h: `int posix_spawnattr_init(posix_spawnattr_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawnattr_destroy(posix_spawnattr_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawnattr_destroy(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawnattr_setflags(posix_spawnattr_t *, short)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawnattr_setflags(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawnattr_setsigmask(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawnattr_setsigdefault(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 {
  fatalError("stub")
}
