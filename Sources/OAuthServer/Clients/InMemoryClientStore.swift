/// Clients that are known from the start: for tests, demonstrations and small fixed set-ups.
public struct InMemoryClientStore: ClientStore {
  private let clients: [String: RegisteredClient]

  /// Knows exactly these clients.
  /// - Parameter clients: the applications. If two have one identifier, the last one counts.
  public init(_ clients: [RegisteredClient]) {
    self.clients = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// The client with this identifier.
  public func client(_ id: String) async throws -> RegisteredClient? {
    clients[id]
  }
}
