internal import ArgumentParser
internal import Logging

/// How log records are written.
enum LogFormat: String, ExpressibleByArgument {
  /// A line for people.
  case text
  /// A JSON object for programs.
  case json

  func logger(_ label: String, _ console: Console) -> Logger {
    switch self {
    case .text: Logger(label: label) { _ in ConsoleLogHandler(console: console) }
    case .json: Logger(label: label) { JSONLogHandler(label: $0, console: console) }
    }
  }
}
