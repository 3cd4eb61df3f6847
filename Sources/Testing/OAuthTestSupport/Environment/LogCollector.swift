public import Logging
internal import Synchronization

/// A collector of log records at every level, for tests that search logs for secrets.
public final class LogCollector: Sendable {
  private let lines = Mutex<[String]>([])

  /// Creates an empty collector.
  public init() {}

  /// The records so far, in order. Each is one text with level, message, metadata and error.
  public var records: [String] { lines.withLock { $0 } }

  /// Returns a logger that writes to this collector, at level `trace`.
  ///
  /// - Parameter label: The logger's label, which records don't contain. Default: "test".
  public func logger(label: String = "test") -> Logger {
    var logger = Logger(label: label, factory: { _ in Handler(collector: self) })
    logger.logLevel = .trace
    return logger
  }

  private func keep(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  private struct Handler: LogHandler {
    let collector: LogCollector
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
      collector.keep("\(event.level) \(event.message) \(all) \(event.error.map { "\($0)" } ?? "")")
    }
  }
}
