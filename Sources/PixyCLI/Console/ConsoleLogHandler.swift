internal import Logging

/// A log handler that writes records as lines on standard error.
struct ConsoleLogHandler: LogHandler {
  let console: Console
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
      .map { " \($0.key)=\($0.value)" }.joined()
    console.say("\(event.level): \(event.message)\(details)")
  }
}
