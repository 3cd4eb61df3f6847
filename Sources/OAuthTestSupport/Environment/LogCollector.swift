public import Logging
internal import Synchronization

/// Keeps every log record at every level, for tests that search them for secrets.
public final class LogCollector: Sendable {
  private let lines = Mutex<[String]>([])

  /// An empty collector.
  public init() {}

  /// Everything that was logged, one text for each record with its metadata.
  public var records: [String] { lines.withLock { $0 } }

  /// A logger whose records come here.
  ///
  /// - Parameter label: the logger's name; records don't show it.
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

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      collector.keep("\(event.level) \(event.message) \(all) \(event.error.map { "\($0)" } ?? "")")
    }
  }
}
