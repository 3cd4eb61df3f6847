import ArgumentParser
import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import OAuthUserAgent
import Synchronization
import Testing

@testable import PixyAuth
@testable import PixyConnection

/// `pixy login --register` at servers that register a client with other values than requested (RFC
/// 7591 §3.2.1).
@Suite(.timeLimit(.minutes(60))) struct RegisteredLoginTests {
  private static let issuer = "https://as.example"

  /// A browser that returns immediately.
  private struct AnsweringUserAgent: UserAgent {
    func authorize(
      _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
    ) async throws -> AuthorizationCode {
      let attempt = try await attempt(RedirectURI("http://127.0.0.1:49152/callback"))
      let state = try #require(attempt.url.split(separator: "state=").last?.prefix { $0 != "&" })
      return try attempt.receive(
        AuthorizationCallback(pasted: "\(attempt.redirectURI)?code=a-code&state=\(state)", for: attempt))
    }
  }

  private func login(_ method: String, secret: String?) async throws
    -> (SignInOutcome, ScriptedTransport)
  {
    var registration: [String: JSONValue] = [
      "client_id": "registered", "token_endpoint_auth_method": .string(method),
      "redirect_uris": ["http://127.0.0.1:49152/callback"],
    ]
    registration["client_secret"] = secret.map { .string($0) }
    let transport = ScriptedTransport(
      Self.metadata, .json(registration, status: .created),
      .json(["access_token": "an-access-token", "token_type": "Bearer", "expires_in": 60]))
    return (try await Self.login(transport).run { _ in }, transport)
  }

  private static var metadata: HTTPAnswer {
    .json([
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(issuer + "/token"), "registration_endpoint": .string(issuer + "/register"),
      "revocation_endpoint": .string(issuer + "/revoke"),
      "code_challenge_methods_supported": ["S256"], "response_types_supported": ["code"],
    ])
  }

  private static func login(
    _ transport: ScriptedTransport, known: [KnownClient] = [], client: ClientChoice = ClientChoice(id: "")
  ) throws -> Login {
    var server = ServerChoice()
    server.issuer = issuer
    var record = AccountRecord(server: server, client: client, grant: .code, scope: .none)
    record.isRegistered = true
    return Login(
      record: record, options: try AuthorizationOptions.parse([]), way: .browser(AnsweringUserAgent()),
      existing: known.isEmpty ? nil : ExistingClients(known: known), transport: transport, logger: CommandTests.silent)
  }

  @Test func `The client authenticates as the server registered it`() async throws {
    let (outcome, transport) = try await login("client_secret_basic", secret: "a-secret")
    #expect(outcome.record.client.method == .clientSecretBasic)
    let token = try #require(transport.exchanges.last)
    #expect(token.request.headerFields[.authorization] == "Basic cmVnaXN0ZXJlZDphLXNlY3JldA==")
  }

  // novuhq/novu, pull request 11323; lobu-ai/lobu, pull request 2695.
  @Test func `A registration for a secret that was not issued names the ways out`() async throws {
    let error = await #expect(throws: ClientChoiceError.self) {
      try await login("client_secret_post", secret: nil)
    }
    #expect(error?.explanation.contains("client_secret_post and issued no secret") == true)
    #expect(error?.remedy.contains("--client-auth none") == true && error?.remedy.contains("--client-id ID") == true)
  }

  @Test(
    .covers("RP Metadata Choices §2"),
    arguments: [("PS256", ["PS256"]), (nil, ["ES256", "PS256"])] as [(String?, [String])])
  func `The server's choice among several ID token algorithms counts`(_ choice: String?, _ algorithms: [String])
    async throws
  {
    let (outcome, transport) = try await login(choosing: choice)
    #expect(outcome.record.client.idTokenAlgorithms == algorithms)
    let request = try #require(try JSONValue(bytes: transport.exchanges[1].body).object)
    #expect(request["id_token_signing_alg_values_supported"] == ["ES256", "PS256"])
    #expect(request["id_token_signed_response_alg"] == "ES256")
    // A later sign-in with the same options uses the client.
    let record = outcome.record
    let known = KnownClient(
      of: record, for: Self.wanted, at: record.server, grant: "authorization_code", scope: .none, acceptedAt: nil,
      now: Date())
    #expect(known?.client == record.client)
  }

  @Test func `An ID token algorithm that wasn't given is rejected before the sign-in`() async throws {
    let error = await #expect(throws: ClientChoiceError.self) { try await login(choosing: "RS256") }
    #expect(error?.facts.code == "id_token_algorithm")
  }

  private static var wanted: ClientChoice {
    var client = ClientChoice(id: "")
    client.idTokenAlgorithms = ["ES256", "PS256"]
    return client
  }

  private func login(choosing choice: String?) async throws -> (SignInOutcome, ScriptedTransport) {
    var registration: [String: JSONValue] = [
      "client_id": "registered", "token_endpoint_auth_method": "none",
      "redirect_uris": ["http://127.0.0.1:49152/callback"],
    ]
    registration["id_token_signed_response_alg"] = choice.map { .string($0) }
    let transport = ScriptedTransport(
      Self.metadata, .json(registration, status: .created),
      .json(["access_token": "an-access-token", "token_type": "Bearer", "expires_in": 60]))
    return (try await Self.login(transport, client: Self.wanted).run { _ in }, transport)
  }

  @Test func `A client whose sign-in fails is deleted, or named if it can't be`() async throws {
    for isManaged in [true, false] {
      var registration: [String: JSONValue] = [
        "client_id": "registered", "token_endpoint_auth_method": "none",
        "redirect_uris": ["http://127.0.0.1:49152/callback"],
      ]
      if isManaged {
        registration["registration_client_uri"] = .string(Self.issuer + "/register/registered")
        registration["registration_access_token"] = "manages-it"
      }
      let transport = ScriptedTransport(
        Self.metadata, .json(registration, status: .created),
        .json(["error": "invalid_grant"], status: .badRequest), HTTPAnswer(HTTPResponse(status: .noContent)))
      let said = Mutex<[String]>([])
      await #expect(throws: EndpointError.self) {
        try await Self.login(transport).run { line in said.withLock { $0.append(line) } }
      }
      let last = try #require(transport.exchanges.last?.request)
      #expect((last.method == .delete) == isManaged)
      #expect(!isManaged || last.headerFields[.authorization] == "Bearer manages-it")
      let text = try #require(said.withLock { $0.last })
      #expect(text.contains("registered") && text.contains(isManaged ? "Deleted" : "stays registered"), "\(text)")
    }
  }

  private static let registration: [String: JSONValue] = [
    "client_id": "new", "token_endpoint_auth_method": "none", "redirect_uris": ["http://127.0.0.1:49152/callback"],
  ]

  /// The authorization endpoint's answer to a client that it knows.
  private static let page = HTTPAnswer.text("<p>Sign in</p>", contentType: "text/html")

  private static func knownClient(acceptedAt: Date? = nil) throws -> KnownClient {
    var server = ServerChoice()
    server.issuer = issuer
    var record = AccountRecord(server: server, client: ClientChoice(id: "known"), grant: .code, scope: .none)
    record.isRegistered = true
    record.registration = RegistrationRecord([
      "redirect_uris": ["http://127.0.0.1:49152/callback"], "grant_types": ["authorization_code"],
    ])
    return try #require(
      KnownClient(
        of: record, for: ClientChoice(id: ""), at: server, grant: "authorization_code", scope: .none,
        acceptedAt: acceptedAt, now: .now))
  }

  @Test(arguments: ["invalid_client", "unauthorized_client"])
  func `A known client that the server refuses is replaced by a new one, once`(_ code: String) async throws {
    let refusal = HTTPAnswer.json(["error": .string(code)], status: .badRequest)
    let isKnown = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    let tokens = HTTPAnswer.json(["access_token": "an-access-token", "token_type": "Bearer"])
    let transport = ScriptedTransport(
      Self.metadata, isKnown, Self.page, refusal, Self.metadata, .json(Self.registration, status: .created), tokens)
    let outcome = try await Self.login(transport, known: [Self.knownClient()]).run { _ in }
    #expect(outcome.record.client.id == "new")
    #expect(outcome.record.registration?.redirectURIs == ["http://127.0.0.1:49152/callback"])
    // The question comes before the browser.
    let early = ScriptedTransport(Self.metadata, refusal, .json(Self.registration, status: .created), tokens)
    #expect(try await Self.login(early, known: [Self.knownClient()]).run { _ in }.record.client.id == "new")
    // A new client that is refused too isn't replaced.
    let twice = ScriptedTransport(
      Self.metadata, isKnown, Self.page, refusal, Self.metadata, .json(Self.registration, status: .created), refusal)
    await #expect(throws: EndpointError.self) {
      try await Self.login(twice, known: [Self.knownClient()]).run { _ in }
    }
    #expect(twice.exchanges.count == 7)
  }

  // supabase/mcp, issue 355: the token endpoint doesn't tell.
  @Test func `A known client that only the authorization page rejects is replaced before a browser opens`()
    async throws
  {
    let isKnown = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    let rejection = HTTPAnswer.json(["message": "Unrecognized client_id"], status: .unprocessableContent)
    let tokens = HTTPAnswer.json(["access_token": "an-access-token", "token_type": "Bearer"])
    let transport = ScriptedTransport(
      Self.metadata, isKnown, rejection, .json(Self.registration, status: .created), tokens)
    #expect(try await Self.login(transport, known: [Self.knownClient()]).run { _ in }.record.client.id == "new")
    let question = transport.exchanges[2].request
    #expect(question.method == .get && question.path?.hasPrefix("/authorize?") == true)
    #expect(question.path?.contains("client_id=known&") == true)
  }

  @Test func `A pushed request asks about a known client by itself, and status 401 replaces it`() async throws {
    var members = try #require(JSONValue(bytes: Self.metadata.body).object)
    members["pushed_authorization_request_endpoint"] = .string(Self.issuer + "/par")
    members["require_pushed_authorization_requests"] = true
    let isKnown = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    let refusal = HTTPAnswer.text("Unauthorized", status: .unauthorized, contentType: "text/plain")
    let pushed = HTTPAnswer.json(["request_uri": "urn:x", "expires_in": 60], status: .created)
    let transport = ScriptedTransport(
      .json(members), isKnown, refusal, .json(members), .json(Self.registration, status: .created), pushed)
    // The played browser has no state to answer with.
    _ = try? await Self.login(transport, known: [Self.knownClient()]).run { _ in }
    #expect(transport.exchanges.count == 6)
    #expect(transport.exchanges.filter { $0.request.path == "/par" }.count == 2)
    #expect(transport.exchanges.contains { $0.request.path == "/register" })
  }

  // punkpeye/mcp-remote, pull request 292: LiteLLM answers a registration with a redirect URI of its own.
  @Test func `A client whose registration names another redirect URI is found again by the one that worked`()
    async throws
  {
    var registration = Self.registration
    registration["redirect_uris"] = ["https://mcp.example.com/callback"]
    let transport = ScriptedTransport(
      Self.metadata, .json(registration, status: .created),
      .json(["access_token": "an-access-token", "token_type": "Bearer"]))
    let record = try await Self.login(transport).run { _ in }.record
    let known = KnownClient(
      of: record, for: ClientChoice(id: ""), at: record.server, grant: "authorization_code", scope: .none,
      acceptedAt: nil, now: .now)
    #expect(known?.port(at: .address, path: "/callback") == 49_152)
    #expect(known?.registration.redirectURIs.contains("https://mcp.example.com/callback") == true)
  }

  @Test func `A known client signs in without a registration, and a failure doesn't delete it`() async throws {
    let isKnown = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    let tokens = HTTPAnswer.json(["access_token": "an-access-token", "token_type": "Bearer"])
    let transport = ScriptedTransport(Self.metadata, isKnown, Self.page, tokens)
    #expect(try await Self.login(transport, known: [Self.knownClient()]).run { _ in }.record.client.id == "known")
    let failing = ScriptedTransport(Self.metadata, isKnown, Self.page, isKnown)
    await #expect(throws: EndpointError.self) {
      try await Self.login(failing, known: [Self.knownClient()]).run { _ in }
    }
    #expect(failing.exchanges.count == 4)
  }

  @Test func `A client whose token a resource has just accepted isn't asked about within an hour`() async throws {
    let tokens = HTTPAnswer.json(["access_token": "an-access-token", "token_type": "Bearer"])
    let isKnown = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    let asked = [isKnown, Self.page, tokens]
    for (age, answers) in [(60.0, [tokens]), (7_200, asked), (-60, asked)] {
      let transport = ScriptedTransport(results: ([Self.metadata] + answers).map { .success($0) })
      let known = try Self.knownClient(acceptedAt: Date(timeIntervalSinceNow: -age))
      #expect(try await Self.login(transport, known: [known]).run { _ in }.record.client.id == "known")
      #expect(transport.exchanges.count == answers.count + 1)
    }
  }

  // Keycloak and others register no public clients on request.
  @Test(
    arguments: [
      (["client_secret_post"], "client_secret_post"),
      (["client_secret_post", "client_secret_basic"], "client_secret_basic"),
      (["private_key_jwt", "client_secret_basic"], "client_secret_basic"), (["none", "client_secret_basic"], "none"),
      (["private_key_jwt"], "none"), (nil, "none"),
    ] as [([String]?, String)])
  func `The registration asks for a method that the server announces`(_ announced: [String]?, _ method: String)
    async throws
  {
    var members = try #require(JSONValue(bytes: Self.metadata.body).object)
    members["token_endpoint_auth_methods_supported"] = announced.map { .array($0.map { .string($0) }) }
    let transport = ScriptedTransport(
      .json(members),
      .json(
        [
          "client_id": "registered", "client_secret": "a-secret", "token_endpoint_auth_method": .string(method),
          "redirect_uris": ["http://127.0.0.1:49152/callback"],
        ], status: .created),
      .json(["access_token": "an-access-token", "token_type": "Bearer", "expires_in": 60]))
    let outcome = try await Self.login(transport).run { _ in }
    let requested = try JSONValue(bytes: transport.exchanges[1].body).object
    #expect(requested?["token_endpoint_auth_method"] == .string(method))
    #expect(outcome.record.client.method?.rawValue == method)
  }

  @Test(arguments: ["private_key_jwt", "client_secret_basic", "something_new"])
  func `An unusable authentication method is rejected before the sign-in`(_ method: String) async throws {
    await #expect(throws: ClientChoiceError.self) { _ = try await login(method, secret: nil) }
  }
}
