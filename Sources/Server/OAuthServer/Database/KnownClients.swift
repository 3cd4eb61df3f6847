internal import OAuthCore
internal import Synchronization

/// All clients that the server knows: those of its operator, and those that registered themselves.
///
/// While the database is away for a moment, such as during a failover, pages still know the clients
/// that were read before. Codes and tokens need the database all the same.
struct KnownClients: ClientStore {
  let fixedClients: any ClientStore
  let registrations: any ClientRegistrationOperations
  /// Whether clients may register without an initial access token.
  let isOpenToAnybody: Bool
  let clock: WallClock
  private let read = ReadClients()

  /// - Parameters:
  ///   - fixedClients: The operator's clients.
  ///   - registrations: The clients that registered themselves.
  ///   - isOpenToAnybody: Whether clients may register without an initial access token.
  ///   - clock: The clock of the registrations.
  init(
    fixedClients: any ClientStore, registrations: any ClientRegistrationOperations, isOpenToAnybody: Bool,
    clock: WallClock
  ) {
    self.fixedClients = fixedClients
    self.registrations = registrations
    self.isOpenToAnybody = isOpenToAnybody
    self.clock = clock
  }

  /// Returns the client with an identifier. The operator's client takes precedence over a
  /// registered one with the same identifier, which can't occur by chance.
  ///
  /// Identifiers are compared byte by byte, whatever the database does: Swift's strings compare equal
  /// for different characters, such as the kelvin sign and K.
  func client(_ id: String) async throws -> RegisteredClient? {
    do {
      let client = try await readClient(id)
      read.note(client, id)
      return client
    } catch let error as ServerDatabaseError where error.category == .temporary {
      guard let client = read.client(id) else { throw error }
      return client
    }
  }

  private func readClient(_ id: String) async throws -> RegisteredClient? {
    if let client = try await fixedClients.client(id), client.id.utf8.elementsEqual(id.utf8) { return client }
    guard let record = try await registrations.registration(id, at: clock.now()),
      record.client.id.utf8.elementsEqual(id.utf8), record.words[ClientRegistrationRecord.metadataDocument] == nil
    else { return nil }
    var client = record.client
    client.isUntrusted = record.isFromOpenRegistration
    client.couldBeRegisteredByAnyone = isOpenToAnybody || record.isFromOpenRegistration
    client.isUnused = record.unusedUntil != nil
    return client
  }
}

/// The clients as they were last read, for the time in which the database can't be read.
private final class ReadClients: Sendable {
  /// The most clients in memory, of strangers and of others.
  private static let most = 1_000

  private struct State {
    var strangers: [String: RegisteredClient] = [:]
    var others: [String: RegisteredClient] = [:]
  }

  private let state = Mutex(State())

  func client(_ id: String) -> RegisteredClient? { state.withLock { $0.others[id] ?? $0.strangers[id] } }

  /// - Parameter client: The client; `nil` if there is none any longer.
  func note(_ client: RegisteredClient?, _ id: String) {
    state.withLock { state in
      let isStranger = client?.isUntrusted ?? false
      Self.note(isStranger ? nil : client, id, in: &state.others)
      Self.note(isStranger ? client : nil, id, in: &state.strangers)
    }
  }

  private static func note(_ client: RegisteredClient?, _ id: String, in clients: inout [String: RegisteredClient]) {
    if client != nil, clients.count >= most, clients[id] == nil { clients.remove(at: clients.startIndex) }
    clients[id] = client
  }
}
