internal import FoundationBasics
package import Logging
package import OAuthCore

/// A log handler that writes records on standard error, one a line.
package struct ConsoleLogHandler: LogHandler {
  package let console: Console
  /// The clock of the records' times; nil for records without a time, of commands that a user runs.
  package var clock: WallClock?
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level = .notice
  package var metadataProvider: Logger.MetadataProvider?

  package init(console: Console, clock: WallClock? = nil) {
    self.console = console
    self.clock = clock
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let details = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let time = clock.map { $0.now().inLogs + " " } ?? ""
    let line = "\(time)\(event.level): \(event.message)\(details)"
    console.say(line.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
