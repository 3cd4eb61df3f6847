import Logging
import OAuthCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// A server with one client and one user, on any free port.
struct LiveServer {
  let log = LogCollector()
  let database = InMemoryServerDatabase()

  static let password = "correct horse battery staple"

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    let scope = try Scope(["profile"])
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scope)
    configuration.features = []
    return AuthorizationServer(
      configuration: configuration, database: database,
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: "Tom & <Jerry>", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scope
        )
      ]),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret(Self.password))
      ]), pages: try MustachePages(), logger: log.logger())
  }

  func run<Output: Sendable>(
    host: String = "127.0.0.1", port: Int = 0, _ body: (Issuer) async throws -> Output
  ) async throws -> Output {
    try await withAuthorizationServer(
      host: host, port: port, times: Self.patience, make: { try make($0) }, logger: log.logger(), body: body)
  }

  /// Timeouts that never pass in a test. While all tests start, a busy machine can delay a
  /// connection for more than a minute.
  static let patience = ConnectionTimeouts(
    hangingUp: .seconds(3_600), idle: .seconds(3_600), request: .seconds(3_600), writing: .seconds(3_600),
    ending: .seconds(3_600))

  /// Runs a server that answers with the request line. At the end the server is cancelled, not shut
  /// down gracefully.
  func withServer<Output: Sendable>(
    _ times: ConnectionTimeouts = Self.patience, identity: ServerIdentity? = nil,
    limits: ConnectionLimits = ConnectionLimits(),
    _ body: @Sendable (Issuer, Served) async throws -> Output
  ) async throws -> Output {
    let served = Served()
    let (issuers, found) = AsyncStream.makeStream(of: Issuer.self)
    var server = HummingbirdAuthorizationServer(
      identity: identity, limits: limits, logger: log.logger(), make: { _ in served }, onListening: { found.yield($0) })
    server.times = times
    let running = Task { [server] in try await server.run() }
    defer { running.cancel() }
    var iterator = issuers.makeAsyncIterator()
    let issuer = try #require(await iterator.next())
    let output = try await body(issuer, served)
    running.cancel()
    _ = await running.result
    return output
  }
}
