import DPoPVerification
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// A server where clients register themselves.
struct RegistrationServer {
  static let redirect = "https://client.example/callback"

  let clock: ManualClock
  let log = LogCollector()
  let pages = RecordingPages()
  let database: TestedDatabase
  let server: AuthorizationServer

  init(
    _ policy: RegistrationPolicy = RegistrationPolicy(.open), signingKeys: (any SigningKeySource)? = nil,
    clock: ManualClock = ManualClock(), transport: (any HTTPTransport)? = nil, grantsPairwise: Bool = true,
    features: Set<ServerFeature> = [.deviceAuthorization],
    people: [(user: User, password: Secret)] = [TestServer.ada], issuer: String = TestServer.issuer,
    scopes: [String] = ["openid", "profile", "email", "offline_access"],
    unprovenPerAddress: Int = 1_000, decryptionKeys: [DecryptionKey] = [],
    clientDocuments: ClientDocumentPolicy? = nil, processes: Int = 1, audit: (any AuditLog)? = nil,
    database: TestedDatabase? = nil, rules: TokenRules = TokenRules()
  ) throws {
    self.clock = clock
    self.database = try database ?? TestedDatabase(clock: clock.wallClock)
    var configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(issuer), scopes: Scope(scopes),
      signingKeys: signingKeys ?? SigningKeys(signing: OpenIDKeys.es256.get(), alsoSigning: [OpenIDKeys.rs256.get()]))
    configuration.registration = policy
    configuration.clientDocuments = clientDocuments
    configuration.tokenRules = rules
    configuration.processes = processes
    configuration.requests.unprovenPerAddress = unprovenPerAddress
    configuration.requests.decryptionKeys = decryptionKeys
    if grantsPairwise {
      configuration.pairwiseSubjects = try PairwiseSubjects(salt: Secret(String(repeating: "c2FsdA", count: 8)))
    }
    configuration.features = features
    server = AuthorizationServer(
      configuration: configuration, database: self.database,
      clients: InMemoryClientStore(try TestServer.clients(openID: true)), users: InMemoryUserDirectory(people),
      pages: pages, transport: transport, clock: clock.wallClock,
      random: SeededRandomSource(), audit: audit, logger: log.logger())
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], fields: HTTPFields = [:],
    from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    await server.respond(
      to: HTTPRequest(method: method, scheme: "https", authority: "login.example", path: path, headerFields: fields),
      body: body, context: RequestContext(address: address))
  }

  func json(
    _ method: HTTPRequest.Method, _ path: String, _ members: [String: JSONValue], token: String? = nil,
    from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
    fields[.authorization] = token.map { "Bearer \($0)" }
    return await send(method, path, JSONValue.object(members).bytes(), fields: fields, from: address)
  }

  func post(
    _ path: String, _ form: FormParameters, fields: HTTPFields = [:], from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    var fields = fields
    fields[.contentType] = "application/x-www-form-urlencoded"
    return await send(.post, path, Array(form.formEncoded().utf8), fields: fields, from: address)
  }

  func get(_ path: String, _ form: FormParameters? = nil, token: String? = nil) async -> HTTPAnswer {
    await send(
      .get, path + (form.map { "?" + $0.queryEncoded() } ?? ""),
      fields: token.map { [.authorization: "Bearer \($0)"] } ?? [:])
  }

  /// Sends a registration request, with a default redirect URI.
  func register(
    _ members: [String: JSONValue] = [:], token: String? = nil, from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    await json(
      .post, "/register", ["redirect_uris": [.string(Self.redirect)]].merging(members) { $1 }, token: token,
      from: address)
  }

  /// Registers a client, and returns the members of the answer.
  func registered(_ members: [String: JSONValue] = [:]) async throws -> [String: JSONValue] {
    let answer = await register(members)
    #expect(answer.status == 201, "\(answer.text)")
    return try answer.members
  }

  /// Returns the error of a rejected registration, and its description.
  func refusal(_ members: [String: JSONValue]) async throws -> (error: String?, description: String) {
    let answer = await register(members)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.field("Cache-Control") == "no-store")
    let description = try answer.members["error_description"]?.string ?? ""
    #expect(description.unicodeScalars.allSatisfy { $0.isASCII && $0 != "\"" && $0 != "\\" })
    return (answer.error, description)
  }

  func keySet() async throws -> JSONWebKeySet {
    try JSONWebKeySet(bytes: await get("/jwks").body)
  }

  static func authorization(_ client: String, _ changes: Changes = [:]) -> FormParameters {
    TestServer.authorization(
      ["client_id": client, "redirect_uri": redirect, "scope": "openid profile"].merging(changes) { $1 })
  }

  /// Signs Ada in for a client with a secret, and returns the answer of the token endpoint.
  func tokens(_ client: [String: JSONValue], _ changes: Changes = [:]) async throws -> TokenAnswer {
    let id = try #require(client["client_id"]?.string)
    let answer = await post("/authorize/decision", TestServer.decision(Self.authorization(id, changes)))
    let code = try answer.callback("code")
    return try await redeem(client, for: code)
  }

  /// Redeems a code as a client with a secret, in the client's registered way.
  func redeem(_ client: [String: JSONValue], for code: String) async throws -> TokenAnswer {
    let (form, fields) = try Self.redemption(code, by: client)
    return try TokenAnswer(await post("/token", form, fields: fields))
  }

  /// Returns the token request of a client with a secret.
  static func redemption(
    _ code: String, by client: [String: JSONValue]
  ) throws -> (form: FormParameters, fields: HTTPFields) {
    let (id, secret) = (try #require(client["client_id"]?.string), client["client_secret"]?.string)
    let usesBasic = secret != nil && client["token_endpoint_auth_method"] != "client_secret_post"
    let form = TestServer.redemption(
      code, ["client_id": id, "redirect_uri": redirect, "client_secret": usesBasic ? nil : secret])
    return (form, usesBasic ? ClientAuthenticationTests.basic(id, try #require(secret)) : [:])
  }

  /// Returns the ID token of an answer, after checking its signature with the published keys.
  func idToken(_ answer: TokenAnswer) async throws -> (header: JOSEHeader, claims: [String: JSONValue]) {
    let compact = try #require(answer.members["id_token"]?.string)
    let verified = try JSONWebSignature(compact: compact).verified(
      by: try await keySet(), allowing: [.rs256, .es256])
    return (verified.header, try verified.claims())
  }
}
