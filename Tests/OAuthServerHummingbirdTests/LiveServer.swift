#if Hummingbird
import Logging
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport

/// A server with one client and one person, on any free port.
struct LiveServer {
  let log = LogCollector()
  let codes = InMemoryAuthorizationCodeStore()
  let tokens = InMemoryIssuedTokenStore()

  static let password = "correct horse battery staple"

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    let scope = try Scope(["profile"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scope),
      stores: ServerStores(
        clients: InMemoryClientStore([
          RegisteredClient(
            id: "app", name: "Tom & <Jerry>", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scope
          )
        ]),
        users: InMemoryUserDirectory([
          (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret(Self.password))
        ]),
        codes: codes, tokens: tokens), pages: try MustachePages(), logger: log.logger())
  }

  func run<Output: Sendable>(
    host: String = "127.0.0.1", port: Int = 0, _ body: (Issuer) async throws -> Output
  ) async throws -> Output {
    try await withAuthorizationServer(host: host, port: port, make: { try make($0) }, logger: log.logger(), body: body)
  }
}
#endif
