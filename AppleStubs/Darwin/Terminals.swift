// Functions for terminals.

/// Apple: `int isatty(int)`.
public func isatty(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// Apple: `int tcgetattr(int, struct termios *)`.
@discardableResult public func tcgetattr(_ fd: Int32, _ settings: UnsafeMutablePointer<termios>!) -> Int32 {
  fatalError("stub")
}

/// Apple: `int tcsetattr(int, int, const struct termios *)`.
@discardableResult public func tcsetattr(
  _ fd: Int32, _ when: Int32, _ settings: UnsafePointer<termios>!
) -> Int32 {
  fatalError("stub")
}

/// Apple: `pid_t tcgetpgrp(int)`.
public func tcgetpgrp(_ fd: Int32) -> pid_t {
  fatalError("stub")
}

/// Apple: `func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt`, of
/// Swift's overlay.
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt {
  fatalError("stub")
}
