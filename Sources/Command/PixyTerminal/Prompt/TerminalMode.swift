internal import CLibrary

/// A mode of standard input's terminal that delivers each key immediately and doesn't echo.
/// A pasted callback URL contains a code, so it must not be shown.
///
/// Ctrl-C still interrupts. Unread input stays for the next program.
package struct TerminalMode: Sendable {
  private let before: termios

  /// Runs `body` in this mode and restores the terminal however `body` ends.
  /// - Parameter body: Calls ``keep()`` regularly, because a shell may change the mode while the
  ///   program is stopped.
  package static func givingKeys<Result>(_ body: (TerminalMode) async throws -> Result) async throws -> Result {
    var before = termios()
    _ = unsafe tcgetattr(STDIN_FILENO, &before)
    let mode = TerminalMode(before: before)
    mode.keep()
    defer { mode.end() }
    return try await body(mode)
  }

  /// Sets the mode again if it was changed.
  package func keep() {
    var now = termios()
    let shows = tcflag_t(ECHO | ICANON)
    // In the background the terminal belongs to another program, and changing it would stop this
    // one.
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
