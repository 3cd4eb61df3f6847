// Functions for processes, signals, memory and randomness.

/// unistd.h: `int execv(const char *, char * const *) __WATCHOS_PROHIBITED __TVOS_PROHIBITED`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func execv(
  _ path: UnsafePointer<CChar>!, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `int execvp(const char *, char * const *) __WATCHOS_PROHIBITED __TVOS_PROHIBITED`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func execvp(
  _ file: UnsafePointer<CChar>!, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
/// const posix_spawnattr_t *, char *const *, char *const *) __API_UNAVAILABLE(watchos, tvos)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawn(
  _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _ variables: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawn_file_actions_init(posix_spawn_file_actions_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawn_file_actions_init(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawn_file_actions_destroy(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 {
  fatalError("stub")
}

/// spawn.h: `int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int)`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
@discardableResult public func posix_spawn_file_actions_adddup2(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ fd: Int32, _ new: Int32
) -> Int32 {
  fatalError("stub")
}

/// sys/wait.h: `pid_t waitpid(pid_t, int *, int)`.
@discardableResult public func waitpid(_ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32)
  -> pid_t
{
  fatalError("stub")
}

/// stdlib.h: `void exit(int)`, which doesn't return.
public func exit(_ status: Int32) -> Never {
  fatalError("stub")
}

/// unistd.h: `void _exit(int)`, which doesn't return.
public func _exit(_ status: Int32) -> Never {
  fatalError("stub")
}

/// unistd.h: `pid_t getpgrp(void)`.
public func getpgrp() -> pid_t {
  fatalError("stub")
}

/// unistd.h: `uid_t geteuid(void)`.
public func geteuid() -> uid_t {
  fatalError("stub")
}

/// stdlib.h: `int setenv(const char *, const char *, int)`.
@discardableResult public func setenv(
  _ name: UnsafePointer<CChar>!, _ value: UnsafePointer<CChar>!, _ overwrite: Int32
) -> Int32 {
  fatalError("stub")
}

/// sys/signal.h: `void (*signal(int, void (*)(int)))(int)`.
@discardableResult public func signal(_ number: Int32, _ handler: sig_t!) -> sig_t! {
  fatalError("stub")
}

/// unistd.h: `int usleep(useconds_t)`.
@discardableResult public func usleep(_ microseconds: useconds_t) -> Int32 {
  fatalError("stub")
}

/// sched.h: `int sched_yield(void)`.
@discardableResult public func sched_yield() -> Int32 {
  fatalError("stub")
}

/// string.h: `char *strdup(const char *)`.
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! {
  fatalError("stub")
}

/// malloc/_malloc.h: `void free(void *)`.
public func free(_ memory: UnsafeMutableRawPointer!) {
  fatalError("stub")
}

/// stdlib.h: `void arc4random_buf(void *, size_t)`.
public func arc4random_buf(_ buffer: UnsafeMutableRawPointer!, _ count: Int) {
  fatalError("stub")
}
