public import OAuthCore
public import OAuthServer
internal import Synchronization

/// The database of an authorization server in SQL. The databases share its operations: their tables
/// have the same names and columns.
///
/// The statements are in the part of SQL that SQLite and PostgreSQL understand alike.
public protocol SQLServerDatabase: ServerDatabase, ServerAdministration, AuditRecordOperations, ServerMaintenance {
  /// The connections on which the shared operations work.
  var connections: SQLConnections { get }

  /// Waits for the operations in progress, and closes the database. Later operations fail.
  ///
  /// Call it before the program ends. By default it does nothing, for a database whose server keeps
  /// its files in order.
  func close() async
}

/// The connections of a database, as its shared operations use them.
public struct SQLConnections: Sendable {
  let work: any SQLWork
  let clock: WallClock
  let parsedClients = ParsedClients()

  /// - Parameters:
  ///   - work: The work on the database.
  ///   - clock: The clock of operations that get no moment.
  package init(_ work: any SQLWork, clock: WallClock) {
    self.work = work
    self.clock = clock
  }
}

/// The clients that were parsed, with their texts, by identifier.
final class ParsedClients: Sendable {
  let clients = Mutex<[String: (text: String, client: RegisteredClient)]>([:])
}

extension SQLServerDatabase {
  /// Does nothing: the connections close with the last reference.
  public func close() async {}

  var work: any SQLWork { connections.work }

  /// The clock of operations that get no moment. A server passes it to its `AuthorizationServer` too,
  /// so that all processes on one database have one clock.
  public var clock: WallClock { connections.clock }
}
