import DPoPVerification
import HTTPTypes
import Hummingbird
import JOSE
import Logging
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthServer
import OAuthTestSupport

/// An API and its authorization server, in one process with one clock.
struct TestAPI {
  static let identifier = "https://api.example/notes"
  static let metadata = "https://api.example/.well-known/oauth-protected-resource/notes"
  static let secret = Secret("s3cret-of-256-bits-for-tests-0123456789")
  static let person = SimulatedUser(username: "ada", password: Secret("correct horse battery staple"))

  let clock = ManualClock()
  let logs = LogCollector()
  let server: AuthorizationServer
  let transport: InProcessTransport

  /// Creates the API. `service` is a machine client and `app` an application with users. `opaque`
  /// gets tokens that only introspection can validate, and `api` may introspect them.
  init() throws {
    let scopes = try Scope(["read", "write"])
    func client(
      _ id: String, _ kind: RegisteredClient.Kind, _ grants: Set<GrantType>,
      _ settings: (inout ClientSettings) -> Void
    ) throws -> RegisteredClient {
      var all = ClientSettings()
      settings(&all)
      return RegisteredClient(
        id: id, name: id, kind: kind, redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes,
        grants: grants, settings: all)
    }
    let confidential = RegisteredClient.Kind.confidential(secretHash: SecretHash(of: Self.secret))
    var configuration = try AuthorizationServerConfiguration(
      issuer: Issuer("https://login.example"), scopes: scopes,
      signingKeys: SigningKeys(signing: SigningKey.generate(.es256, keyID: "k1")))
    configuration.requests.resources = [Self.identifier, "https://other.example/"]
    server = AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(clock: clock.wallClock),
      clients: InMemoryClientStore([
        try client("service", confidential, [.clientCredentials]) { $0.accessTokenFormat = .jwt },
        try client("app", .public, [.authorizationCode]) { $0.accessTokenFormat = .jwt },
        try client("opaque", confidential, [.clientCredentials]) { _ in },
        try client("api", confidential, [.clientCredentials]) {
          $0.mayIntrospectAll = true
          $0.protectedResources = [Self.identifier]
        },
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(subject: Subject(rawValue: "user-1"), username: "ada", name: "Ada"),
          password: Self.person.password
        )
      ]),
      pages: PagesWithoutDesign(), clock: clock.wallClock, logger: logs.logger())
    transport = InProcessTransport(server)
  }

  func client(_ id: String = "service", prover: DPoPProver? = nil) async throws -> OAuthClient {
    OAuthClient(
      id: id, authentication: id == "app" ? .none : .clientSecretBasic(Self.secret),
      server: try await .discover(server.issuer, through: transport), prover: prover, transport: transport,
      clock: clock.wallClock)
  }

  /// Returns a token that the authorization server issued.
  func token(
    _ scope: String = "read", for resource: String = TestAPI.identifier, client: String = "service",
    prover: DPoPProver? = nil
  ) async throws -> Secret {
    try await self.client(client, prover: prover)
      .clientCredentials(scope: Scope(parameter: scope), resources: [resource]).accessToken
  }

  /// Returns a token of a user who has just signed in.
  func personsToken() async throws -> Secret {
    let agent = SimulatedUserAgent(
      Self.person, redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: transport)
    return try await client("app").signIn(with: agent) { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["read"]))
      request.resources = [Self.identifier]
      return request
    }.accessToken
  }

  func resource(
    nonces: (any DPoPNonces)? = nil, _ presentation: TokenPresentation = TokenPresentation()
  ) async throws -> ResourceServer {
    try await .discover(
      Endpoint(Self.identifier), trusting: server.issuer, scopes: Scope(["read", "write"]), through: transport,
      nonces: nonces, presentation: presentation, logger: logs.logger(), clock: clock.wallClock)
  }

  /// Returns the application under test. `GET /notes` reads and `POST /notes` also writes.
  /// `/notes/recent` and `/notes/strong` have further requirements on the sign-in. `/careless`
  /// lacks the middleware.
  func router(_ resource: ResourceServer, removedPrefix: String = "") throws -> Router<BasicAccessRequestContext> {
    typealias Protection = AccessMiddleware<BasicAccessRequestContext>
    let router = Router(context: BasicAccessRequestContext.self)
    router.add(middleware: ResourceMetadataMiddleware(resource))
    let notes = router.group("notes").add(
      middleware: Protection(
        resource, requiring: AccessRequirement(scope: try Scope(["read"])), removedPrefix: removedPrefix))
    notes.get { _, context in
      let access = try context.requireAccess()
      return
        "\(access.subject ?? "") \(access.clientID ?? "") \(access.scope) \(access.token.claims["iss"]?.string ?? "")"
    }
    notes.group().add(middleware: Protection(resource, requiring: AccessRequirement(scope: try Scope(["write"]))))
      .post { request, _ in try await String(buffer: request.body.collect(upTo: 1_024)) }
    notes.group("recent").add(middleware: Protection(resource, requiring: AccessRequirement(maxAge: .seconds(60))))
      .get { _, context in try context.requireAccess().subject ?? "" }
    notes.group("strong").add(
      middleware: Protection(resource, requiring: AccessRequirement(acrValues: ["gold", "ivory"]))
    )
    .get { _, _ in "strong" }
    notes.group("typed").group(context: AuthorizedRequestContext<BasicAccessRequestContext>.self)
      .get { _, context in context.access.clientID ?? "" }
    router.get("careless") { _, context in try context.requireAccess().subject ?? "" }
    router.group("careless/typed").group(context: AuthorizedRequestContext<BasicAccessRequestContext>.self)
      .get { _, context in context.access.clientID ?? "" }
    return router
  }
}
