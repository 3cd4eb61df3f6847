// Functions for terminals.

/// unistd.h: `int isatty(int)`.
public func isatty(_ fd: Int32) -> Int32 {
  fatalError("stub")
}

/// sys/termios.h: `int tcgetattr(int, struct termios *)`.
@discardableResult public func tcgetattr(_ fd: Int32, _ settings: UnsafeMutablePointer<termios>!) -> Int32 {
  fatalError("stub")
}

/// sys/termios.h: `int tcsetattr(int, int, const struct termios *)`.
@discardableResult public func tcsetattr(
  _ fd: Int32, _ when: Int32, _ settings: UnsafePointer<termios>!
) -> Int32 {
  fatalError("stub")
}

/// unistd.h: `pid_t tcgetpgrp(int)`.
public func tcgetpgrp(_ fd: Int32) -> pid_t {
  fatalError("stub")
}

/// Darwin.swiftinterface: `func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer)
/// -> CInt`.
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt {
  fatalError("stub")
}
