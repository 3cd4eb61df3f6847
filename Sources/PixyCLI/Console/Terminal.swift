#if CLI
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What standard error and standard input are connected to.
enum Terminal {
  /// Whether somebody types what is read.
  static var isInput: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether somebody sees it, and colours are colours: not a file, a pipe or `TERM=dumb`.
  static func isThere(_ environment: [String: String]) -> Bool {
    isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }
}
#endif
