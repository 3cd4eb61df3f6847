internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite
internal import PixyTerminal

/// Ends what a user allowed, and records the end for each client, as the server records the grants
/// that it ends.
struct GrantsEnding: Sendable {
  let subject: Subject
  let username: String
  let database: ServedDatabase
  let settings: ServeSettings

  /// Ends the grants. Codes and access tokens end too, even of a client without a consent and a
  /// refresh token.
  /// - Parameter client: The client; `nil` for all.
  /// - Returns: The clients whose consents or refresh tokens ended.
  @discardableResult
  func run(client: String? = nil, on console: Console) async throws -> [String] {
    let clients = try await UserGrants(of: subject, in: database).clients.filter { client == nil || $0 == client }
    try await database.contents.endGrants(of: subject, to: client)
    guard !clients.isEmpty else { return [] }
    let log = try settings.auditLog(console, settings.logger(console, level: .warning), in: database.contents)
    for client in clients {
      var record = AuditRecord(.grantEnd, at: Date())
      record.subject = subject
      record.username = username
      record.clientID = client
      record.detail = "an operator ended it"
      log?.record(record)
    }
    return clients
  }
}
