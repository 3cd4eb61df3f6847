// The authorization server of the benchmarks. Usage:
// `authorization-server DATABASE PORT ES256|RS256 [ISSUER]`. DATABASE is the absolute path of an SQLite file,
// which is created if it doesn't exist, or the address of a PostgreSQL database. ISSUER is that of a process
// which already serves the same PostgreSQL database.
//
// All data, including keys and users, is in the database, as on a deployed server. The clients
// are `bench` (public) and `bench-secret` (confidential). The only user is alice with the password
// "wonderland". The server prints its issuer once it listens. Two further lines have the ports of
// `HummingbirdConnections`, which `Scripts/bench/server` compares with the issuer's port.
import Foundation
import JOSE
import Logging
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthServerPostgreSQL
import OAuthServerSQLite

let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let port = Int(arguments[2]),
  let algorithm = SignatureAlgorithm(rawValue: arguments[3])
else {
  exit(64)
}
let logger = {
  var logger = Logger(label: "bench")
  logger.logLevel = .warning
  return logger
}()

if arguments[1].hasPrefix("postgresql:") {
  try await serve(on: PostgreSQLServerDatabase.open(arguments[1]))
} else {
  SQLiteServerDatabase.keepNoMemoryAccounts()
  try await serve(on: SQLiteServerDatabase.open(path: arguments[1]))
}

func serve(on database: some SQLServerDatabase) async throws {
  // All processes have the same one.
  let sealingKey = Secret("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
  let hasher = PasswordHasher()
  let scopes = try Scope(["openid", "profile", "email", "offline_access"])
  for (id, kind) in [
    ("bench", RegisteredClient.Kind.public),
    ("bench-secret", .confidential(secretHash: SecretHash(of: Secret("secret-of-bench-secret-of-32-bytes-or-more")))),
  ] {
    try await database.saveClient(
      RegisteredClient(
        id: id, name: "Benchmark", kind: kind, redirectURIs: [try RedirectURI("https://app.example/callback")],
        scope: scopes))
  }
  let alice = User(
    subject: Subject(rawValue: "248289761001"), username: "alice", name: "Alice", email: "alice@example.com")
  _ = try await database.addUser(alice, password: try await hasher.hash(Secret("wonderland")))
  let ring = try await SigningKeyRing.open(
    database, seal: SigningKeySeal(key: sealingKey), algorithms: [algorithm], logger: logger)
  let pages = try MustachePages()
  let (served, serving) = AsyncStream.makeStream(of: (any HTTPServing).self)
  let server = HummingbirdAuthorizationServer(
    port: port, issuer: try arguments.dropFirst(4).first.map { try Issuer($0) }, logger: logger,
    make: { issuer in
      let server = AuthorizationServer(
        configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes, signingKeys: ring),
        database: database, clients: database,
        users: PasswordDirectory(database, hasher: hasher), pages: pages, logger: logger)
      serving.yield(server)
      return server
    },
    onListening: {
      FileHandle.standardOutput.write(Data("\($0)\n".utf8))
      serving.finish()
    })
  try await server.runUntilSignalled(with: HummingbirdConnections(servers: served, logger: logger))
}
