internal import Crypto
internal import Logging
internal import PKCE
internal import Synchronization

/// The values that all log records and audit records of one request have in common: a name of the request, the
/// endpoint, the address that the request came from, and the client once it is known.
final class RequestLog: Sendable {
  /// The request that the current task answers.
  @TaskLocal static var current: RequestLog?

  private let endpoint: String
  /// The events that the endpoint declares.
  private let events: Set<AuditRecord.Event>
  /// The address that the request came from.
  let address: ClientAddress?
  private let logsAddress: Bool
  private let key: RequestKey
  private let client = Mutex<String?>(nil)

  init(
    endpoint: String, events: Set<AuditRecord.Event>, address: ClientAddress?, logsAddress: Bool, key: RequestKey
  ) {
    self.endpoint = endpoint
    self.events = events
    self.address = address
    self.logsAddress = logsAddress
    self.key = key
  }

  /// A name of the request: the beginning of its key's hash, because the key could repeat an operation.
  private var name: String { Base64URL.encode(Array(SHA256.hash(data: key.bytes).prefix(9))) }

  /// Adds what is known of the request to an audit record.
  func describe(_ record: inout AuditRecord) {
    record.request = name
    // Any request may name a client whose registration differs.
    assert(
      events.contains(record.event) || record.event == .registrationMismatch,
      "\(endpoint) declares no event \(record.event)")
    record.endpoint = endpoint
    record.address = address
    record.clientID = client.withLock { $0 }
  }

  /// Notes the client that sent the request, or that the request names.
  static func isFrom(_ client: RegisteredClient) {
    current?.client.withLock { $0 = client.id }
  }

  private var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["endpoint": "\(endpoint)", "request": "\(name)"]
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
