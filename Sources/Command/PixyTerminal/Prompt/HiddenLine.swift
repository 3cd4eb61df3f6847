internal import CLibrary
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A secret that the user types on standard input's terminal, which doesn't show it.
enum HiddenLine {
  /// Prompts for a secret and reads one line. Input after the line's end stays for the next
  /// program.
  ///
  /// - Parameter what: The subject of the prompt, such as `The password`.
  /// - Throws: `CancellationError` for Ctrl-C, which is read as a key here: as a signal it would
  ///   end the process before the terminal is restored. `Errno` if the terminal can't be read.
  static func read(_ what: String) throws -> String {
    var before = termios()
    _ = unsafe tcgetattr(STDIN_FILENO, &before)
    var mode = before
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
    defer {
      _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
      show("\n")
    }
    show("\(what), then Return (it isn't shown): ")
    var editor = LineEditor()
    while true {
      var byte: UInt8 = 0
      let count = try unsafe withUnsafeMutableBytes(of: &byte) {
        try unsafe FileDescriptor.standardInput.read(into: $0)
      }
      guard count > 0 else { return "" }
      if byte == 0x03 { throw Interrupted(signal: SIGINT) }
      switch editor.take(byte) {
      case .more: continue
      case .line(let line): return line
      case .end: return ""
      }
    }
  }

  private static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
