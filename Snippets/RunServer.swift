// An authorization server in your own program: its data in one SQLite file, with sign-in pages,
// behind a proxy that adds https.
import Foundation
import Logging
import PixyServer

func runServer(sealingKey: Secret) async throws {
  let logger = Logger(label: "login")
  // snippet.server
  let database = try await SQLiteServerDatabase.open(path: "/var/lib/login/server.db")
  let users = PasswordDirectory(database, hasher: PasswordHasher())
  let keys = try await SigningKeyRing.open(
    database, seal: SigningKeySeal(key: sealingKey), logger: logger)
  let server = HummingbirdAuthorizationServer(
    port: 8414, issuer: try Issuer("https://login.example.com"), logger: logger
  ) { issuer in
    AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: Scope(["openid", "profile", "email", "notes.read"]), signingKeys: keys),
      database: database, clients: database, users: users, pages: try MustachePages(), logger: logger)
  }
  async let _: Void = database.sweep { logger.error("\($0.explanation)") }
  try await server.runUntilSignalled()
  // snippet.end
}

try await runServer(sealingKey: Secret(ProcessInfo.processInfo.environment["SEALING_KEY"] ?? ""))
