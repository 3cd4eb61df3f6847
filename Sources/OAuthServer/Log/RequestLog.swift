internal import Logging
internal import Synchronization

/// What all log records and audit records of one request have in common: the endpoint, the address
/// that the request came from, and the client once it is known.
final class RequestLog: Sendable {
  /// The request that the current task answers.
  @TaskLocal static var current: RequestLog?

  private let endpoint: String
  private let address: ClientAddress?
  private let logsAddress: Bool
  private let client = Mutex<String?>(nil)

  init(endpoint: String, address: ClientAddress?, logsAddress: Bool) {
    self.endpoint = endpoint
    self.address = address
    self.logsAddress = logsAddress
  }

  /// Adds what is known of the request to an audit record.
  func describe(_ record: inout AuditRecord) {
    record.endpoint = endpoint
    record.address = address
    record.clientID = client.withLock { $0 }
  }

  /// Notes the client that sent the request, or that the request names.
  static func isFrom(_ client: RegisteredClient) {
    current?.client.withLock { $0 = client.id }
  }

  private var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["endpoint": "\(endpoint)"]
    if let address, logsAddress { metadata["address"] = "\(address)" }
    if let client = client.withLock({ $0 }) { metadata["client_id"] = "\(client)" }
    return metadata
  }

  /// Returns a logger that adds the details of the current request to each record.
  static func logger(_ logger: Logger) -> Logger {
    var logger = logger
    let own = Logger.MetadataProvider { current?.metadata ?? [:] }
    logger.handler.metadataProvider = logger.metadataProvider.map { .multiplex([$0, own]) ?? own } ?? own
    return logger
  }
}
