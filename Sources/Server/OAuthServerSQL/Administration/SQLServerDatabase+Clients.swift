public import FoundationBasics
internal import OAuthCore
public import OAuthServer
internal import Synchronization

// Every look-up reads the database, so that a change of one process is seen by all. The text of a
// client is parsed again only if it has changed.
extension SQLServerDatabase {
  /// The most parsed clients in memory.
  private static var mostParsedClients: Int { 1_000 }

  /// Returns the client with an identifier.
  public func client(_ id: String) async throws -> RegisteredClient? {
    // No client has such a name.
    guard let name = try? SQLValue.storable(id) else { return nil }
    let text = try await work.find("SELECT json FROM clients WHERE id = ?", [name]) { try $0.text() }
    guard let text else { return nil }
    if let parsedClient = connections.parsedClients.clients.withLock({ $0[id] }), parsedClient.text == text {
      return parsedClient.client
    }
    let client = try RegisteredClient(saved: text)
    connections.parsedClients.clients.withLock { parsedClient in
      if parsedClient.count >= Self.mostParsedClients { parsedClient.removeAll() }
      parsedClient[id] = (text, client)
    }
    return client
  }

  /// Saves a client.
  public func saveClient(_ client: RegisteredClient) async throws {
    let values: [SQLValue] = [try .storable(client.id), try .json(client.json)]
    try await work.write(locking: []) {
      try $0.perform(
        "INSERT INTO clients (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json", values)
    }
  }

  /// Removes a client with everything that was issued to it, a thousand rows in each transaction.
  ///
  /// It reads all codes and tokens: some tens of seconds for ten million, in which requests are
  /// answered.
  public func removeClient(_ id: String) async throws -> Bool {
    let name = try SQLValue.storable(id)
    let wasThere = try await work.write(locking: []) { try $0.run("DELETE FROM clients WHERE id = ?", [name]) == 1 }
    try await OwnedRecords(of: .client(id), in: work, clock: clock).remove()
    return wasThere
  }

  /// Returns all clients that an operator registered.
  public func allClients() async throws -> [RegisteredClient] {
    try await work.read { database in
      try database.all("SELECT json FROM clients ORDER BY id", []) { try RegisteredClient(saved: try $0.text()) }
    }
  }

  /// Returns all clients that registered themselves.
  public func allRegistrations(at moment: Date) async throws -> [RegisteredClient] {
    try await work.read { database in
      try database.all(
        "SELECT json FROM registrations WHERE unused_until IS NULL OR unused_until > ? ORDER BY id", [.moment(moment)]
      ) { try RegisteredClient(saved: try $0.text()) }
    }
  }
}

extension RegisteredClient {
  /// Reads a client's text in the database.
  init(saved text: String) throws {
    guard let json = try? JSONValue(bytes: Array(text.utf8)), let client = try? RegisteredClient(json: json) else {
      throw ServerDatabaseError.damaged("a client is none")
    }
    self = client
  }
}
