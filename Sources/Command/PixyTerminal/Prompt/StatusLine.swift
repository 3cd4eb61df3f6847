internal import Synchronization
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The last line of standard error's terminal, rewritten while a command waits.
///
/// It has no colours. Without a terminal, or with one that can't move the cursor (`TERM=dumb`), the
/// line is not shown.
package final class StatusLine: Sendable {
  private let shown = Mutex("")
  private let write: @Sendable (String) -> Void
  private let width: @Sendable () -> Int

  /// - Parameters:
  ///   - write: Writes to the terminal, without a line ending.
  ///   - width: The number of columns of the terminal.
  package init(
    write: @escaping @Sendable (String) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0.utf8) },
    width: @escaping @Sendable () -> Int = { Terminal.width }
  ) {
    self.write = write
    self.width = width
  }

  /// Replaces the text. It is cut to the terminal's width, because a second line couldn't be
  /// erased.
  package func show(_ text: String) {
    let text = String(text.prefix(max(width() - 1, 0)))
    shown.withLock { shown in
      guard shown != text else { return }
      shown = text
      write(Self.erase + text)
    }
  }

  /// Erases the line.
  package func clear() {
    shown.withLock { shown in
      guard !shown.isEmpty else { return }
      shown = ""
      write(Self.erase)
    }
  }

  /// Writes a message above the line.
  package func say(_ line: String, by say: (String) -> Void) {
    shown.withLock { shown in
      guard !shown.isEmpty else { return say(line) }
      write(Self.erase)
      say(line)
      write(shown)
    }
  }

  /// The control sequence that erases the line from its beginning (ECMA-48 §8.3.41).
  private static let erase = "\r\u{1B}[K"
}
