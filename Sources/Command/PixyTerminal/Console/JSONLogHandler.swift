internal import FoundationBasics
package import Logging
package import OAuthCore

/// A log handler that writes records as JSON objects, one a line, for log collectors.
package struct JSONLogHandler: LogHandler {
  package let console: Console
  package let label: String
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level = .notice
  package var metadataProvider: Logger.MetadataProvider?
  package let clock: WallClock

  package init(label: String, console: Console, clock: WallClock = .system) {
    self.label = label
    self.console = console
    self.clock = clock
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var members: [String: JSONValue] = [
      "time": .string(clock.now().inLogs),
      "level": .string(event.level.rawValue), "logger": .string(label), "message": .string("\(event.message)"),
    ]
    let details = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
    if !details.isEmpty { members["metadata"] = .object(details.mapValues { .string("\($0)") }) }
    console.say(String(decoding: JSONValue.object(members).bytes(), as: UTF8.self))
  }
}

extension Date {
  /// The moment in log records (RFC 3339), in UTC with milliseconds.
  var inLogs: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
