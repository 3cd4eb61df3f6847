import Foundation
import OAuthCore
import OAuthServer
import OAuthServerPostgreSQL
import OAuthTestSupport
import PKCE
@testable import OAuthServerPostgreSQL

/// The PostgreSQL server that `Scripts/with/postgresql` has started.
enum TestPostgreSQL {
  /// The folder of its socket and of its file `postmaster.pid`; `nil` if no server was started.
  static let folder = ProcessInfo.processInfo.environment["PIXY_POSTGRESQL"]
  /// The folder of the socket of the PgBouncer in transaction mode before it.
  static let bouncer = ProcessInfo.processInfo.environment["PIXY_PGBOUNCER"]
  /// The folder of the socket of the standby that follows it.
  static let replica = ProcessInfo.processInfo.environment["PIXY_REPLICA"]
}

/// A schema of its own in the server's database, which ends with the server.
final class TemporarySchema: Sendable {
  let clock = ManualClock()
  private let name = "s" + UUID().uuidString.replacing("-", with: "").lowercased()
  private let folder: String

  init(of folder: String? = TestPostgreSQL.folder) throws {
    self.folder = folder ?? ""
    try execute("CREATE SCHEMA \(name)", at: "postgresql://pixy@/pixy?host=\(self.folder)")
  }

  var address: String { address(at: folder) }

  /// The address of the schema at a server.
  /// - Parameter folder: The folder of the server's socket.
  func address(at folder: String) -> String {
    "postgresql://pixy@/pixy?host=\(folder)&application_name=\(name)&options=-csearch_path%3D\(name)"
  }

  /// Opens the database again, as another process would. Many tests at once, beside a build, may keep an
  /// operation waiting for longer than a server's requests would.
  func open(
    _ options: PostgreSQLServerDatabase.Options = .init(connections: 2, timeout: .seconds(120))
  ) async throws -> PostgreSQLServerDatabase {
    try await PostgreSQLServerDatabase.open(
      address, options: options, clock: WallClock { self.clock.wallClock.now() })
  }

  /// Executes a statement on a connection of its own.
  func execute(_ sql: String) throws { try execute(sql, at: address) }

  private func execute(_ sql: String, at address: String) throws {
    let connection = try PostgreSQLConnection(address)
    try connection.send(sql, [])
    _ = try connection.finish()
    try connection.synchronize()
  }

  /// Ends the server's processes for all other connections that were opened with ``address``.
  func endOtherConnections() throws {
    try execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '\(name)' AND pid <> pg_backend_pid()
      """)
  }

  /// Returns the server's processes for all other connections that were opened with ``address``.
  func processes() throws -> [pid_t] {
    try PostgreSQLTransaction(try PostgreSQLConnection(address)).all(
      """
      SELECT pid::bigint FROM pg_stat_activity
        WHERE application_name = '\(name)' AND pid <> pg_backend_pid()
      """, []
    ) { pid_t(try $0.integer()) }
  }

  /// Returns the first number of a statement's result.
  func number(_ sql: String) throws -> Int64? {
    try PostgreSQLTransaction(try PostgreSQLConnection(address)).first(sql, []) { try $0.integer() }
  }
}

extension RequestKey {
  /// A key of a request that no other test knows.
  static var fresh: RequestKey { RequestKey(drawnFrom: SystemRandomSource()) }
}
