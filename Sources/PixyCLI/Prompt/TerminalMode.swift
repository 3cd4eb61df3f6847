#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Standard input's terminal, which for a while gives each key at once and shows none: what is pasted there holds a code.
///
/// Ctrl-C still interrupts. What was typed and not read stays for the next program.
struct TerminalMode: Sendable {
  private let before: termios

  /// Runs `body` with the terminal so, and brings it back however `body` ends.
  /// - Parameter body: calls ``keep()`` now and then, because a shell may change the terminal while the program is stopped.
  static func givingKeys<Result>(_ body: (TerminalMode) async throws -> Result) async throws -> Result {
    var before = termios()
    _ = unsafe tcgetattr(STDIN_FILENO, &before)
    let mode = TerminalMode(before: before)
    mode.keep()
    defer { mode.end() }
    return try await body(mode)
  }

  /// Sees to it that the terminal is still so.
  func keep() {
    var now = termios()
    let shows = tcflag_t(ECHO | ICANON)
    // In the background it is another program's, and changing it would stop this one.
    guard Terminal.isForeground, unsafe tcgetattr(STDIN_FILENO, &now) == 0, now.c_lflag & shows != 0 else { return }
    now.c_lflag &= ~shows
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &now)
  }

  private func end() {
    guard Terminal.isForeground else { return }
    var before = before
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
  }
}
