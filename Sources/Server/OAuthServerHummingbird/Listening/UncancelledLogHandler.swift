internal import Logging

/// A log handler that drops the records of cancelled tasks: Hummingbird reports its own cancellation as an
/// error.
struct UncancelledLogHandler: LogHandler {
  var next: any LogHandler

  var logLevel: Logger.Level {
    get { next.logLevel }
    set { next.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { next.metadata }
    set { next.metadata = newValue }
  }

  var metadataProvider: Logger.MetadataProvider? {
    get { next.metadataProvider }
    set { next.metadataProvider = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { next[metadataKey: key] }
    set { next[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    if !Task.isCancelled { next.log(event: event) }
  }
}
