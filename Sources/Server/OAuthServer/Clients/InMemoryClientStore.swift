/// A fixed list of clients: for tests, demonstrations and small servers.
public struct InMemoryClientStore: ClientStore {
  private let clients: [String: RegisteredClient]

  /// Creates a store.
  /// - Parameter clients: The clients. If two have the same identifier, the last one is used.
  public init(_ clients: [RegisteredClient]) {
    self.clients = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the client with this identifier, or `nil` if there is none. It never throws.
  public func client(_ id: String) async throws -> RegisteredClient? {
    clients[id]
  }
}
