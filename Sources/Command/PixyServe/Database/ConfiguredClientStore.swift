internal import OAuthServer

/// The clients of the configuration file, followed by the clients of a database.
struct ConfiguredClientStore: ClientStore {
  let configured: InMemoryClientStore
  let others: any ClientStore

  func client(_ id: String) async throws -> RegisteredClient? {
    if let client = try await configured.client(id) { return client }
    return try await others.client(id)
  }
}
