#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import ArgumentParser
internal import Logging
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

/// The two ways to a person: results on standard output, words on standard error.
struct Console: Sendable {
  /// Writes a result, one line.
  let result: @Sendable (String) -> Void
  /// Says something to the person, one line.
  let say: @Sendable (String) -> Void

  /// Writes a result that isn't a line: octets as they came.
  var octets: @Sendable ([UInt8]) -> Void = { write($0, to: .standardOutput) }

  /// How results are written that are for people. What programs read has no colours, whatever this says.
  var resultStyle = TextStyle.plain

  /// The terminal, or whatever the command's output was sent to.
  static let standard: Console = {
    let environment = ProcessInfo.processInfo.environment
    let style = TextStyle(environment, isTerminal: Terminal.isShown)
    return Console(
      result: { write($0, to: .standardOutput) },
      say: { write(style.said($0), to: .standardError) },
      resultStyle: TextStyle(environment, isTerminal: Terminal.isOutput))
  }()

  /// The same console while a last line is shown, above which everything is said.
  func above(_ status: StatusLine) -> Console {
    Console(result: result, say: { status.say($0, by: say) }, octets: octets, resultStyle: resultStyle)
  }

  /// Writes a result as one line of JSON.
  func result(json members: [String: JSONValue]) {
    result(JSONValue.object(members).shownText)
  }

  /// Where log records go that are for the person.
  /// - Parameter isVerbose: whether each step is told, or only what is out of the ordinary.
  func logger(isVerbose: Bool) -> Logger {
    var logger = Logger(label: "pixy") { _ in ConsoleLogHandler(console: self) }
    logger.logLevel = isVerbose ? .debug : .notice
    return logger
  }

  private static func write(_ line: String, to file: FileDescriptor) {
    write(Array((line + "\n").utf8), to: file)
  }

  private static func write(_ octets: [UInt8], to file: FileDescriptor) {
    do {
      try file.writeWhole(octets)
    } catch {
      // A reader that went away (`pixy pkce | head -1`) is no failure of ours, and nobody could be told of one on standard error.
      guard file == .standardOutput, error != .brokenPipe else { return }
      let words =
        "pixy: Standard output cannot be written: \(error). What the command did stays done; what it printed is lost or not whole.\n"
      _ = try? FileDescriptor.standardError.writeWhole(Array(words.utf8))
      exit(ExitStatus.failure.rawValue)
    }
  }
}
