internal import Synchronization
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The last line of the terminal on standard error, which is written again and again while something is waited for.
///
/// It has no colours. Where there is no terminal, or one that can't go back (`TERM=dumb`), nothing of
/// it is shown.
final class StatusLine: Sendable {
  private let shown = Mutex("")
  private let write: @Sendable (String) -> Void
  private let width: @Sendable () -> Int

  /// - Parameters:
  ///   - write: writes to the terminal, and ends no line.
  ///   - width: how many characters fit into a line now.
  init(
    write: @escaping @Sendable (String) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0.utf8) },
    width: @escaping @Sendable () -> Int = { Terminal.width }
  ) {
    self.write = write
    self.width = width
  }

  /// Shows a text in place of the one before; the part that doesn't fit is left out, because a second line couldn't be taken back.
  func show(_ text: String) {
    let text = String(text.prefix(max(width() - 1, 0)))
    shown.withLock { shown in
      guard shown != text else { return }
      shown = text
      write(Self.erase + text)
    }
  }

  /// Takes it away.
  func clear() {
    shown.withLock { shown in
      guard !shown.isEmpty else { return }
      shown = ""
      write(Self.erase)
    }
  }

  /// Says a line above it.
  func say(_ line: String, by say: (String) -> Void) {
    shown.withLock { shown in
      guard !shown.isEmpty else { return say(line) }
      write(Self.erase)
      say(line)
      write(shown)
    }
  }

  /// To the line's beginning, and nothing after it (ECMA-48 §8.3.41).
  private static let erase = "\r\u{1B}[K"
}
