internal import ArgumentParser
internal import CLibrary
internal import FoundationBasics
package import Logging
package import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The two output streams of a command: results on standard output, messages on standard error.
package struct Console: Sendable {
  /// Writes a result, one line.
  package let result: @Sendable (String) -> Void
  /// Writes a message to the user, one line.
  package let say: @Sendable (String) -> Void

  /// Writes a result that isn't text, byte for byte.
  package let bytes: @Sendable ([UInt8]) -> Void

  /// The style of results for human readers. Machine-readable results never have colours.
  package let resultStyle: TextStyle

  package init(
    result: @escaping @Sendable (String) -> Void, say: @escaping @Sendable (String) -> Void,
    bytes: (@Sendable ([UInt8]) -> Void)? = nil, resultStyle: TextStyle = .plain
  ) {
    (self.result, self.say, self.resultStyle) = (result, say, resultStyle)
    self.bytes = bytes ?? { Self.write($0, to: .standardOutput) }
  }

  /// The process's standard output and standard error.
  package static let standard: Console = {
    let environment = ProcessInfo.processInfo.environment
    let style = TextStyle(environment, isTerminal: Terminal.isShown)
    return Console(
      result: { write($0, to: .standardOutput) },
      say: { line in
        let text = Terminal.isShown ? WrappedText.wrapped(line, width: Terminal.width) : line
        write(style.said(text), to: .standardError)
      },
      resultStyle: TextStyle(environment, isTerminal: Terminal.isOutput))
  }()

  /// Returns the same console while a status line is shown. Messages appear above that line.
  package func above(_ status: StatusLine) -> Console {
    Console(result: result, say: { status.say($0, by: say) }, bytes: bytes, resultStyle: resultStyle)
  }

  /// Writes a result as one line of JSON.
  package func result(json members: [String: JSONValue]) {
    result(JSONValue.object(members).shownText)
  }

  /// Creates a logger for records that the user reads.
  /// - Parameter isVerbose: Whether each step is logged, or only notices, warnings and errors.
  package func logger(isVerbose: Bool) -> Logger {
    var logger = Logger(label: "pixy") { _ in ConsoleLogHandler(console: self) }
    logger.logLevel = isVerbose ? .debug : .notice
    return logger
  }

  private static func write(_ line: String, to file: FileDescriptor) {
    write(Array((line + "\n").utf8), to: file)
  }

  private static func write(_ bytes: [UInt8], to file: FileDescriptor) {
    do {
      try file.writeWhole(bytes)
    } catch {
      // A reader that closed the pipe (`pixy pkce | head -1`) is not an error of the command. A
      // failure of standard error can't be reported anywhere.
      guard file == .standardOutput, error != .brokenPipe else { return }
      let words =
        """
        pixy: Standard output could not be written: \(error). The command's effects remain, but its output is lost or \
        incomplete.

        """
      _ = try? FileDescriptor.standardError.writeWhole(Array(words.utf8))
      exit(ExitStatus.failure.rawValue)
    }
  }
}
