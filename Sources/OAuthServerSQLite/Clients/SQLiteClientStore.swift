internal import GRDB
internal import OAuthCore
public import OAuthServer
internal import Synchronization

/// The clients that an operator registered, in a ``SQLiteServerDatabase``.
///
/// Every look-up reads the database, so that a change of one process is seen by all. The text of a
/// client is parsed again only if it has changed.
public final class SQLiteClientStore: ClientStore {
  /// The most parsed clients in memory.
  private static let mostRemembered = 1_000

  private let work: DatabaseWork
  private let clock: WallClock
  private let known = Mutex<[String: (text: String, client: RegisteredClient)]>([:])

  init(work: DatabaseWork, clock: WallClock) {
    self.work = work
    self.clock = clock
  }

  /// Returns the client with an identifier.
  /// - Parameter id: The client's identifier.
  /// - Throws: ``ServerDatabaseError``.
  public func client(_ id: String) async throws -> RegisteredClient? {
    // No client has such a name.
    guard let name = try? DatabaseValue.text(id) else { return nil }
    let text = try work.find("SELECT json FROM clients WHERE id = ?", [name]) { try $0.text() }
    guard let text else { return nil }
    if let known = known.withLock({ $0[id] }), known.text == text { return known.client }
    let client = try RegisteredClient(kept: text)
    known.withLock { known in
      if known.count >= Self.mostRemembered { known.removeAll() }
      known[id] = (text, client)
    }
    return client
  }

  /// Saves a client, in place of one with the same identifier.
  /// - Parameter client: The client.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ client: RegisteredClient) async throws {
    let values: [DatabaseValue] = [
      try .text(client.id), try .text(String(decoding: client.json.octets(), as: UTF8.self)),
    ]
    try await work.write { _ = try $0.run("INSERT OR REPLACE INTO clients (id, json) VALUES (?, ?)", values) }
  }

  /// Removes a client with everything that was issued to it. A client that is added later under the
  /// same name inherits nothing.
  ///
  /// Its codes and tokens can't be used from the first moment on. Removing them reads all codes and
  /// tokens: some tens of seconds for ten million, in which requests are answered. If it is
  /// interrupted, remove the client again.
  /// - Parameter id: The client's identifier.
  /// - Returns: Whether this call removed the client.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled before all is
  ///   removed.
  public func remove(_ id: String) async throws -> Bool {
    let name = try DatabaseValue.text(id)
    let wasThere = try await work.write { try $0.run("DELETE FROM clients WHERE id = ?", [name]) == 1 }
    try await OwnedRecords(of: .client(id), in: work, clock: clock).remove()
    return wasThere
  }

  /// Returns all clients, by identifier.
  /// - Throws: ``ServerDatabaseError``.
  public func clients() async throws -> [RegisteredClient] {
    try await work.read { database in
      try database.all("SELECT json FROM clients ORDER BY id", []) { try RegisteredClient(kept: try $0.text()) }
    }
  }
}

extension RegisteredClient {
  /// Reads the text that the database has of a client.
  init(kept text: String) throws {
    guard let json = try? JSONValue(octets: Array(text.utf8)), let client = try? RegisteredClient(json: json) else {
      throw ServerDatabaseError.damaged("a client is none")
    }
    self = client
  }
}
