internal import CLibrary

/// The terminal, and which of the three standard streams are connected to one.
package enum Terminal {
  /// Whether standard input is a terminal, at which a user types.
  package static var isInput: Bool { isatty(STDIN_FILENO) == 1 }

  /// Returns whether standard error is a terminal that can show colours and move the cursor: not a
  /// file, a pipe or `TERM=dumb`.
  package static func isThere(_ environment: [String: String]) -> Bool {
    isShown && environment["TERM"] != "dumb"
  }

  /// Whether standard error is a terminal.
  package static var isShown: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether standard output is a terminal.
  package static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether this process is in the terminal's foreground, so that input goes to this program and
  /// not to the shell.
  package static var isForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// The number of columns of standard error's terminal; 80 if it is unknown.
  package static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
