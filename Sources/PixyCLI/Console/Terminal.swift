#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What the three streams are connected to.
enum Terminal {
  /// Whether somebody types what is read.
  static var isInput: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether somebody sees it, and colours are colours: not a file, a pipe or `TERM=dumb`.
  static func isThere(_ environment: [String: String]) -> Bool {
    isShown && environment["TERM"] != "dumb"
  }

  /// Whether somebody sees what is said.
  static var isShown: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether somebody sees results.
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether what is typed is for this program, and not for the shell that keeps it in the background.
  static var isForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// How many characters a line of standard error has; 80 if that can't be found out.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
