import DPoPVerification
import HTTPTypes
import JOSE
import OAuthCore
@testable import OAuthServer
import OAuthTestSupport
import Testing

extension TestServer {
  /// Makes an OpenID Provider with pushed requests and a test's own clients.
  init(
    asking clients: [RegisteredClient], features: Set<ServerFeature> = [.dpop, .pushedRequests],
    transport: (any HTTPTransport)? = nil, keys: SigningKeys? = nil, users: (any UserDirectory)? = nil,
    scopes: [String] = ["openid", "profile", "email", "address", "phone", "notes"],
    configure: (inout AuthorizationServerConfiguration) -> Void = { _ in }
  ) throws {
    registered = clients
    database = try TestedDatabase(clock: clock.wallClock)
    faults = FaultyServerDatabase(database)
    var configuration = try AuthorizationServerConfiguration(
      issuer: try Issuer(Self.issuer), scopes: try Scope(scopes),
      signingKeys: keys ?? SigningKeys(signing: OpenIDKeys.es256.get()))
    configuration.features = features
    configure(&configuration)
    server = AuthorizationServer(
      configuration: configuration, database: faults, clients: InMemoryClientStore(clients),
      users: users ?? InMemoryUserDirectory([Self.ada]), pages: pages, transport: transport, clock: clock.wallClock,
      random: SeededRandomSource(), logger: log.logger())
  }

  /// Makes a client with a secret, or with a key if it follows FAPI 2.0. A test adjusts everything
  /// else.
  static func asking(
    _ id: String = "web", redirectURIs: [String] = [redirect],
    _ adjust: (inout ClientSettings) throws -> Void = { _ in }
  ) throws -> RegisteredClient {
    var settings = ClientSettings()
    try adjust(&settings)
    let keys = ClientKeys.set(
      JSONWebKeySet([try ClientKey.es256.get().verificationKey, try ClientKey.rs256.get().verificationKey]))
    return RegisteredClient(
      id: id, name: "Example Web",
      kind: settings.followsFAPI2
        ? .confidential(.privateKeyJWT(keys)) : .confidential(secretHash: SecretHash(of: Secret(clientSecret))),
      redirectURIs: try redirectURIs.map { try RedirectURI($0) },
      scope: try Scope(["openid", "profile", "email", "address", "phone"]), settings: settings)
  }

  /// Returns a request of the client `web`, with changes.
  static func webRequest(_ changes: Changes = [:]) -> FormParameters {
    authorization(["client_id": "web", "scope": "openid profile"].merging(changes) { $1 })
  }

  /// Pushes a request as `web`, which authenticates with its secret, or with its key if it is
  /// registered with one.
  func push(_ request: FormParameters, fields: HTTPFields = [:]) async throws -> HTTPAnswer {
    var form = request
    if case .confidential(.privateKeyJWT, _) = registered.first(where: { $0.id == "web" })?.kind {
      form = Self.authenticated(request.pairs.map { ($0.name, $0.value) }, by: try assertion("web"))
    } else {
      form.append("client_secret", Self.clientSecret)
    }
    return await post("/par", form, fields: fields)
  }

  /// Pushes a request, and returns its reference.
  func reference(_ request: FormParameters = webRequest()) async throws -> String {
    let answer = try await push(request)
    #expect(answer.status == 201)
    return try #require(try answer.members["request_uri"]?.string)
  }

  /// Returns the parameters that a browser sends for a pushed request.
  static func referring(_ reference: String, _ changes: Changes = [:]) -> FormParameters {
    form([("client_id", "web"), ("request_uri", reference)], changes)
  }

  /// Redeems a code as `web`.
  func redeemed(_ code: String) async throws -> TokenAnswer {
    try TokenAnswer(
      await post("/token", Self.redemption(code, ["client_id": "web", "client_secret": Self.clientSecret])))
  }
}
