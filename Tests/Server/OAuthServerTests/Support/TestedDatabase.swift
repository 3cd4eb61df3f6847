import Foundation
import OAuthCore
import OAuthLookAlikes
@testable import OAuthServer
@testable import OAuthServerPostgreSQL
import OAuthServerSQL
import Testing

/// The database of a test's server: in memory, or a schema of its own in the PostgreSQL server whose
/// socket is in the folder `PIXY_POSTGRESQL`.
///
/// `make postgresql` runs these tests with that variable.
struct TestedDatabase: ServerDatabaseWrapper {
  private static let folder = ProcessInfo.processInfo.environment["PIXY_POSTGRESQL"]

  let base: any ServerDatabase
  /// The address of the schema; `nil` in memory.
  private let address: String?

  init(clock: WallClock) throws {
    guard let folder = Self.folder else {
      base = InMemoryServerDatabase(clock: clock)
      address = nil
      return
    }
    let server = "postgresql://pixy@/pixy?host=\(folder)"
    let schema = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    try Self.execute("CREATE SCHEMA \(schema)", at: server)
    let address = "\(server)&options=-csearch_path%3D\(schema)"
    base = try PostgreSQLServerDatabase.connect(address, clock: clock)
    self.address = address
  }

  /// Holds a database of the test's own.
  init(_ database: any ServerDatabase) {
    base = database
    address = nil
  }

  /// The present numbers of rows.
  var counts: InMemoryServerDatabase.Counts {
    if let memory = base as? InMemoryServerDatabase { return memory.counts }
    return InMemoryServerDatabase.Counts(
      codes: count("authorization_codes"),
      tokens: count("issued_tokens t WHERE NOT EXISTS (SELECT 1 FROM revoked_grants r WHERE r.grant_id = t.grant_id)"),
      sessions: count("sessions WHERE ended_by IS NULL"), devices: count("device_codes"),
      pushedRequests: count("pushed_requests WHERE consumed_by IS NULL"), signInAttempts: count("sign_in_attempts"))
  }

  /// Returns the number of rows that a `FROM` clause has. A failure fails the test.
  private func count(_ rows: String) -> Int {
    do {
      let transaction = PostgreSQLTransaction(try PostgreSQLConnection(address ?? ""))
      let sql = "SELECT count(*) FROM \(rows)"
      return Int(try #require(try transaction.first(sql, []) { try $0.integer() }))
    } catch {
      Issue.record(error)
      return -1
    }
  }

  private static func execute(_ sql: String, at address: String) throws {
    let connection = try PostgreSQLConnection(address)
    try connection.send(sql, [])
    try connection.synchronize()
  }
}
