import Foundation
import Logging
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerHummingbird
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// A server on a port that rotates refresh tokens, and a user's tokens in files that processes
/// share.
struct SharedTokens: Sendable {
  let issuer: Issuer
  let client: OAuthClient
  let store: FileTokenStore
  let account: Account
  let log: LogCollector
  private let folder: String

  /// Runs a server, signs a user in, stores the tokens, runs the test, and removes the files.
  static func with(leeway: Duration, _ body: (SharedTokens) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = LogCollector()
    var quiet = Logger(label: "test")
    quiet.logLevel = .error
    try await withAuthorizationServer(make: { try server($0, leeway, log) }, logger: quiet) { issuer in
      let transport = AsyncHTTPClientTransport()
      let client = OAuthClient(
        id: "app", server: try await AuthorizationServerMetadata.discover(issuer, through: transport),
        transport: transport)
      let shared = SharedTokens(
        issuer: issuer, client: client,
        store: try FileTokenStore(folder: folder + "/tokens", key: .keyFile(folder + "/key")),
        account: try Account(provider: issuer.text, name: "ada"), log: log, folder: folder)
      let userAgent = SimulatedUserAgent(
        SimulatedUser(username: "ada", password: Secret("lovelace")),
        redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: transport)
      try await shared.session.save(try await client.signIn(scope: Scope(["profile"]), with: userAgent))
      try await body(shared)
    }
  }

  var session: TokenSession { TokenSession(account: account, client: client, store: store) }

  func process(_ mode: String) -> StartedProcess {
    StartedProcess("session-process", [issuer.text, folder + "/tokens", folder + "/key", account.name, mode])
  }

  /// Expires the stored access token.
  func expire() async throws {
    var tokens = try #require(try await store.tokens(for: account))
    tokens.expiresIn = .zero
    try await store.save(tokens, for: account)
  }

  /// The number of refreshes that the server has logged.
  var refreshes: Int { log.records.count { $0.contains("A token was refreshed") } }

  private static func server(
    _ issuer: Issuer, _ leeway: Duration, _ log: LogCollector
  ) throws -> AuthorizationServer {
    let scopes = try Scope(["profile"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes, lifetimes: TokenLifetimes(refreshTokenLeeway: leeway)),
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes)
      ]),
      users: InMemoryUserDirectory([
        (user: User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), password: Secret("lovelace"))
      ]), pages: try MustachePages(),
      logger: log.logger())
  }
}
