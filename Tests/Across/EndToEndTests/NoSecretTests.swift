import HTTPTypes
import Logging
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import OAuthUserAgent
import PKCE
import Synchronization
import Testing

/// A transport that records every secret in its requests and answers.
private final class SecretCollector: HTTPTransport {
  private let transport: any HTTPTransport
  private let found = Mutex<Set<String>>([])

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  var secrets: Set<String> { found.withLock { $0 } }

  func keep(_ secrets: [String?]) {
    found.withLock { $0.formUnion(secrets.compactMap { $0 }.filter { !$0.isEmpty }) }
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    collect(String(decoding: body, as: UTF8.self))
    collect((request.path ?? "").drop { $0 != "?" }.dropFirst())
    let answer = try await transport.send(request, body: body, limits: limits)
    if let members = try? JSONValue(bytes: answer.body).object {
      keep(["access_token", "refresh_token"].map { members[$0]?.string })
    }
    collect((answer.response.headerFields[.location] ?? "").drop { $0 != "?" }.dropFirst())
    return answer
  }

  private func collect(_ form: some StringProtocol) {
    guard let parameters = try? FormParameters(decoding: form) else { return }
    for name in ["code", "state", "nonce", "code_verifier", "refresh_token", "client_secret", "password"] {
      keep(parameters.all(name))
    }
  }
}

@Suite struct NoSecretTests {
  private static let clientSecret = "client-secret-of-this-test"
  private static let password = "password-of-this-test"

  private func server(_ issuer: Issuer, _ logger: Logger) throws -> AuthorizationServer {
    let scopes = try Scope(["profile"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes),
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: "App", kind: .confidential(secretHash: SecretHash(of: Secret(Self.clientSecret))),
          redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes)
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), password: Secret(Self.password)
        )
      ]), pages: try MustachePages(),
      logger: logger)
  }

  private struct Browser: BrowserOpener {
    let person: SimulatedUser
    let transport: any HTTPTransport

    func open(_ url: String) async throws {
      let callback = try await person.visit(url, through: transport)
      _ = try await transport.send(Endpoint(callback).request(.get), body: [], limits: HTTPLimits())
    }
  }

  // Peers print tokens, codes, verifiers and request URLs.
  @Test func `No secret of a whole flow, with its failures, is in any log record, error or description`() async throws {
    let logs = LogCollector()
    let collector = SecretCollector(AsyncHTTPClientTransport())
    var shown: [String] = []

    try await withAuthorizationServer(
      make: { try server($0, logs.logger(label: "server")) }, logger: logs.logger(label: "http")
    ) { issuer in
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: collector)
      let client = OAuthClient(
        id: "app", authentication: .clientSecretBasic(Secret(Self.clientSecret)), server: metadata,
        transport: collector, logger: logs.logger(label: "client"))
      let person = SimulatedUser(username: "ada", password: Secret(Self.password))
      let userAgent = LoopbackUserAgent(
        browser: Browser(person: person, transport: collector), announce: { _ in }, logger: logs.logger(label: "agent"))

      let tokens = try await client.signIn(scope: Scope(["profile"]), with: userAgent)
      let refreshToken = try #require(tokens.refreshToken)
      let refreshed = try await client.refresh(refreshToken)
      let claims = try await client.userInfo(refreshed.accessToken)
      #expect(claims["name"] == "Ada")
      shown += Self.views(of: tokens) + Self.views(of: refreshed) + Self.views(of: client)

      // Every failure that a user, a client or an attacker can cause.
      shown += await Self.failure { try await client.refresh(refreshToken) }
      shown += await Self.failure { try await client.userInfo(refreshed.accessToken) }
      shown += await Self.failure { try await client.refresh(Secret("refresh-token-of-somebody-else")) }
      let stranger = OAuthClient(
        id: "app", authentication: .clientSecretPost(Secret("wrong-secret-of-this-test")), server: metadata,
        transport: collector, logger: logs.logger())
      shown += await Self.failure { try await stranger.refresh(refreshToken) }
      let refusing = LoopbackUserAgent(
        browser: Browser(
          person: SimulatedUser(username: "ada", password: Secret(Self.password), agrees: false), transport: collector),
        announce: { _ in }, logger: logs.logger())
      shown += await Self.failure { try await client.signIn(with: refusing) }
      let request = AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:1/callback"))
      let attempt = try client.authorizationAttempt(request)
      let callback = try await person.visit(attempt.url, through: collector)
      let foreign = try client.authorizationAttempt(request)
      collector.keep([attempt.verifier.reveal(), attempt.state.reveal(), foreign.state.reveal()])
      shown += Self.views(of: attempt)
      shown += await Self.failure { _ = try foreign.receive(AuthorizationCallback(url: callback)) }
      _ = try attempt.receive(AuthorizationCallback(url: callback))
      shown += await Self.failure { _ = try attempt.receive(AuthorizationCallback(url: callback)) }
    }

    collector.keep([Self.clientSecret, Self.password, "refresh-token-of-somebody-else", "wrong-secret-of-this-test"])
    let secrets = collector.secrets
    // Three sign-ins with code, state and verifier each, two token pairs, passwords and client
    // secrets.
    #expect(secrets.count >= 15)
    #expect(logs.records.count >= 10)
    #expect(shown.count >= 30)
    for text in logs.records + shown {
      for secret in secrets where text.contains(secret) {
        Issue.record("a secret of \(secret.count) characters is in: \(text.replacing(secret, with: "HERE"))")
      }
    }
  }

  private static func views(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }

  private static func failure(_ body: () async throws -> some Any) async -> [String] {
    do {
      _ = try await body()
      Issue.record("nothing was thrown")
      return []
    } catch let error as any ExplainedError {
      return views(of: error) + [error.explanation, error.remedy, error.code]
    } catch {
      return views(of: error)
    }
  }
}
