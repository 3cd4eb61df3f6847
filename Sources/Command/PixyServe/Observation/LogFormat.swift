internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import PixyTerminal

/// The format of log records.
enum LogFormat: String, ExpressibleByArgument {
  /// One readable line.
  case text
  /// One JSON object on a line.
  case json

  func logger(_ label: String, _ console: Console) -> Logger {
    switch self {
    case .text: Logger(label: label) { _ in ConsoleLogHandler(console: console, clock: .system) }
    case .json: Logger(label: label) { JSONLogHandler(label: $0, console: console) }
    }
  }
}
