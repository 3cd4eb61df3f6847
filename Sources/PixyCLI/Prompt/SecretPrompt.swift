#if CLI
internal import ArgumentParser
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A secret on standard input: of a person at a terminal one line, which isn't shown and isn't cut off; of anybody else all that is there.
enum SecretPrompt {
  /// Reads it.
  ///
  /// - Parameters:
  ///   - words: what a person is asked; other programs aren't.
  ///   - console: where.
  /// - Throws: `ValidationError` if there is none; `CancellationError` after Ctrl-C.
  static func read(asking words: String, on console: Console) throws -> Secret {
    var before = termios()
    guard Terminal.isInput, unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return try SecretInput.read("-") }
    var silent = before
    // Terminals that edit lines cut them off after 4,095 octets. Ctrl-C comes as a key, so that it can't leave the terminal like this.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &silent)
    defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    console.say(words)
    let line = try line()
    guard !line.isEmpty else { throw ValidationError("Nothing was typed.") }
    guard line.utf8.count < LineEditor.longestLine else {
      throw ValidationError("What was typed has \(LineEditor.longestLine) octets or more.")
    }
    return Secret(line)
  }

  private static func line() throws -> String {
    var editor = LineEditor()
    while true {
      var octet: UInt8 = 0
      let count = try unsafe withUnsafeMutableBytes(of: &octet) {
        try unsafe FileDescriptor.standardInput.read(into: $0)
      }
      guard count > 0 else { return "" }
      if octet == 0x03 { throw CancellationError() }
      switch editor.take(octet) {
      case .more: continue
      case .line(let line): return line
      case .end: return ""
      }
    }
  }
}
#endif
