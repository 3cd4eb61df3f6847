import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// Identity assertions (ID-JAG) that a server issues by token exchange
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3).
@Suite(.covers("ID-JAG §4.3, server")) struct IssuedIdentityAssertionTests {
  private static let type = "urn:ietf:params:oauth:token-type:id-jag"
  private static let chat = "https://chat.example"
  private static let resource = "https://api.chat.example/"
  private let audit = AuditCollector()

  /// Returns a server whose client `web` gets assertions for the chat.
  private func server(
    resources: [String] = [resource], audience: String = chat, features: Set<ServerFeature> = [.sessions, .consents],
    clients: [String] = ["web", "app"], web change: (inout ClientSettings) throws -> Void = { _ in }
  ) throws -> SessionServer {
    try SessionServer(
      features: features, audit: audit,
      rules: { rules in
        rules.identityAssertions = try clients.map {
          IdentityAssertionPermission(
            clientID: $0, audience: audience, clientIDAtAudience: "wiki", scope: try Scope(["read", "write"]),
            resources: resources)
        }
      }, web: change)
  }

  /// Signs Ada in, and returns the ID token.
  private static func idToken(_ browser: Browser) async throws -> String {
    try #require(try await browser.tokens("web").members["id_token"]?.string)
  }

  private static func exchange(_ test: SessionServer, _ token: String, _ changes: Changes = [:]) async -> HTTPAnswer {
    await test.post(
      "/token",
      TestServer.form(
        [
          ("grant_type", TokenExchangeTests.grant), ("client_id", "web"), ("client_secret", TestServer.clientSecret),
          ("requested_token_type", type), ("audience", chat), ("subject_token", token),
          ("subject_token_type", TokenExchangeTests.id),
        ], changes))
  }

  private static func claims(_ answer: HTTPAnswer) throws -> [String: JSONValue] {
    let signature = try JSONWebSignature(compact: #require(try answer.members["access_token"]?.string))
    #expect(signature.header.type == "oauth-id-jag+jwt")
    return try signature.verified(by: JSONWebKeySet([OpenIDKeys.es256.get().verificationKey]), allowing: [.es256])
      .claims()
  }

  @Test func `An ID token is exchanged for an assertion, which the audit log names`() async throws {
    let test = try server()
    let browser = test.browser()
    let answer = try await Self.exchange(
      test, Self.idToken(browser), ["resource": Self.resource, "scope": "read"])
    #expect(answer.status == 200, "\(answer.text)")
    let members = try answer.members
    #expect(members["issued_token_type"] == .string(Self.type) && members["token_type"] == "N_A")
    #expect(members["expires_in"] == 300 && members["scope"] == "read")
    #expect(members["refresh_token"] == nil && members["id_token"] == nil)
    let now = Int64(test.clock.now.timeIntervalSince1970)
    var claims = try Self.claims(answer)
    #expect(try #require(claims.removeValue(forKey: "jti")?.string).utf8.count > 20)
    #expect(
      claims == [
        "iss": .string(TestServer.issuer), "sub": .string(TestServer.ada.user.subject.rawValue),
        "aud": .string(Self.chat), "client_id": "wiki", "iat": .integer(now), "exp": .integer(now + 300),
        "resource": .string(Self.resource), "scope": "read", "auth_time": .integer(now), "amr": ["pwd"],
      ])
    let record = try #require(audit.records(.tokens).last)
    #expect(record.outcome == "success" && record.clientID == "web" && record.grantType == .tokenExchange)
    #expect(record.subject == TestServer.ada.user.subject && record.grant == nil)
    #expect(record.detail == "identity assertion for https://chat.example")
  }

  // §4.3.3: it is validated as in a refresh.
  @Test(.covers("attack: an ID token that opens other servers"))
  func `A refresh token stands for the user until it is spent or its grant ends`() async throws {
    let test = try server(clients: ["web", "other"])
    let ada = TestServer.ada.user.subject
    let tokens = try await test.browser().tokens("web").members
    let token = try #require(tokens["refresh_token"]?.string)
    let type: Changes = ["subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token"]
    for _ in 0..<2 {
      let claims = try await Self.claims(Self.exchange(test, token, type))
      #expect(claims["sub"] == .string(ada.rawValue) && claims["amr"] == ["pwd"] && claims["client_id"] == "wiki")
    }
    let others = [try #require(tokens["access_token"]?.string), try #require(tokens["id_token"]?.string), "x"]
    for other in others { #expect(await Self.exchange(test, other, type).error == "invalid_request") }
    let ofOther = type.merging(["client_id": "other"]) { $1 }
    #expect(await Self.exchange(test, token, ofOther).error == "invalid_request")
    let refreshment = TestServer.refreshment(
      token, ["client_id": "web", "client_secret": .some(TestServer.clientSecret)])
    let next = try #require(try TokenAnswer(await test.post("/token", refreshment)).refresh)
    #expect(await Self.exchange(test, token, type).error == "invalid_request")
    #expect(await Self.exchange(test, next, type).status == 200)
    try await test.database.endGrants(of: ada, to: "web")
    #expect(await Self.exchange(test, next, type).error == "invalid_request")
    // Without openid, the client doesn't know the user.
    _ = try await test.database.save([
      IssuedToken(
        hash: SecretHash(ofToken: Secret("plain")), kind: .refresh, grant: GrantID(rawValue: "plain"),
        clientID: "web", subject: ada, scope: try Scope(["profile"]), expires: test.clock.now.addingTimeInterval(60))
    ])
    #expect(await Self.exchange(test, "plain", type).error == "invalid_request")
  }

  @Test func `An assertion names the tenant at the other server`() async throws {
    let permission = IdentityAssertionPermission(
      clientID: "web", audience: Self.chat, scope: try Scope(["read"]), audienceTenant: "acme")
    let test = try SessionServer(
      features: [.sessions, .consents], audit: audit, rules: { $0.identityAssertions = [permission] })
    #expect(try await Self.claims(Self.exchange(test, Self.idToken(test.browser())))["aud_tenant"] == "acme")
  }

  @Test func `Without scope and resource, the assertion has all that the operator listed`() async throws {
    let several = [Self.resource, "https://files.chat.example/"]
    for (resources, claim) in [
      (several, .array(several.map { .string($0) })), ([Self.resource], .string(Self.resource)), ([], nil),
    ] as [([String], JSONValue?)] {
      let test = try server(resources: resources)
      let claims = try await Self.claims(Self.exchange(test, Self.idToken(test.browser())))
      #expect(claims["resource"] == claim && claims["scope"] == "read write")
    }
  }

  static let refused: [(Changes, String)] = [
    (["audience": nil], "invalid_request"), (["audience": "https://other.example"], "invalid_target"),
    (["audience": "https://chat.example/"], "invalid_target"),
    (["audience": .some(TestServer.issuer)], "invalid_target"),
    (["resource": "https://other.example"], "invalid_target"), (["scope": "read admin"], "invalid_scope"),
    (["scope": "openid"], "invalid_scope"), (["scope": "a\"b"], "invalid_scope"),
    (["subject_token": nil], "invalid_request"), (["subject_token_type": nil], "invalid_request"),
    (["subject_token": "x"], "invalid_request"),
    (["subject_token_type": .some(TokenExchangeTests.access)], "invalid_request"),
    (["subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token"], "invalid_request"),
    (["actor_token": "x", "actor_token_type": .some(TokenExchangeTests.access)], "invalid_request"),
    (["authorization_details": "[]"], "invalid_request"), (["client_secret": "wrong"], "invalid_client"),
    // Another client, with the ID token of `web`, and one without a permission.
    (["client_id": "other"], "invalid_target"), (["client_id": "own"], "invalid_target"),
    // A public client has no credentials (§8.1).
    (["client_id": "app", "client_secret": nil], "unauthorized_client"),
  ]

  @Test(.covers("attack: an ID token that opens other servers"), arguments: refused)
  func `A request for more than the operator allowed gets nothing`(changes: Changes, error: String) async throws {
    let test = try server()
    let answer = try await Self.exchange(test, Self.idToken(test.browser()), changes)
    #expect(answer.error == error, "\(answer.text)")
    #expect(audit.records(.tokens).last?.outcome == error || error == "invalid_client")
  }

  @Test func `Two audiences in one request are rejected`() async throws {
    let test = try server()
    var form = TestServer.form([
      ("grant_type", TokenExchangeTests.grant), ("client_id", "web"), ("client_secret", TestServer.clientSecret),
      ("requested_token_type", Self.type), ("subject_token", try await Self.idToken(test.browser())),
      ("subject_token_type", TokenExchangeTests.id), ("audience", Self.chat),
    ])
    form.append("audience", "https://other.example")
    #expect(await test.post("/token", form).error == "invalid_request")
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `Only the client's own ID token, before it expires, is accepted`() async throws {
    let test = try server(clients: ["web", "other"])
    let browser = test.browser()
    let tokens = try await browser.tokens("web").members
    let own = try #require(tokens["id_token"]?.string)
    let access = tokens["access_token"]?.string
    let assertion = try #require(try await Self.exchange(test, own).members["access_token"]?.string)
    let forged = try ClientKey.stranger.get().sign([
      "iss": .string(TestServer.issuer), "sub": "248289761001", "aud": "web", "exp": 1_900_000_000,
    ]).reveal()
    for token in [try #require(access), assertion, forged] {
      #expect(await Self.exchange(test, token).error == "invalid_request")
    }
    #expect(await Self.exchange(test, own, ["client_id": "other"]).error == "invalid_request")
    test.clock.advance(by: .seconds(3_600))
    #expect(await Self.exchange(test, own).error == "invalid_request")
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `After a sign-out, the ID token of the session is rejected`() async throws {
    let test = try server()
    let browser = test.browser()
    let first = try await Self.idToken(browser)
    #expect(await Self.exchange(test, first).status == 200)
    let session = try #require(try await test.session(browser))
    _ = try await test.database.endSession(
      session.id, at: test.clock.now, refusingUntil: test.clock.now,
      request: RequestKey(drawnFrom: SystemRandomSource())
    )
    #expect(await Self.exchange(test, first).error == "invalid_request")
    // Another session of the same user doesn't help.
    let second = try await Self.idToken(test.browser())
    #expect(await Self.exchange(test, first).error == "invalid_request")
    #expect(await Self.exchange(test, second).status == 200)
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `A user who was disabled, or left the client's groups, gets no assertion`() async throws {
    let test = try server()
    let token = try await Self.idToken(test.browser())
    test.people.close(TestServer.ada.user.subject)
    #expect(await Self.exchange(test, token).error == "invalid_request")
    for (groups, status) in [([], 200), (["staff"], 400)] {
      let test = try server { $0.allowedGroups = groups }
      // A token from before the operator limited the client.
      let access = Secret("access")
      let claims: [String: JSONValue] = [
        "iss": .string(TestServer.issuer), "sub": .string(TestServer.ada.user.subject.rawValue), "aud": "web",
        "exp": .integer(Int64(test.clock.now.timeIntervalSince1970) + 60),
        "jti": .string(Base64URL.encode(SecretHash(ofToken: access).bytes)),
      ]
      _ = try await test.database.save([
        IssuedToken(
          hash: SecretHash(ofToken: access), kind: .access, grant: GrantID(rawValue: "grant"), clientID: "web",
          subject: TestServer.ada.user.subject, scope: try Scope(["openid"]),
          expires: test.clock.now.addingTimeInterval(60))
      ])
      #expect(await Self.exchange(test, try OpenIDKeys.es256.get().sign(claims).reveal()).status == status)
    }
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `After the end of its grant, an ID token is rejected`() async throws {
    let test = try server()
    let (ada, token) = (TestServer.ada.user.subject, try await Self.idToken(test.browser()))
    try await test.database.endGrants(of: ada, to: "other")
    #expect(await Self.exchange(test, token).status == 200)
    try await test.database.endGrants(of: ada, to: "web")
    #expect(await Self.exchange(test, token).error == "invalid_request")
  }

  // The other server knows the public subject.
  @Test(.covers("attack: an ID token that opens other servers"))
  func `A client with pairwise subjects gets no assertion`() async throws {
    let test = try server { $0.subjectType = .pairwise(sector: "app.example") }
    #expect(await Self.exchange(test, "x").error == "unauthorized_client")
  }

  // RFC 7800 §3.
  @Test(.covers("attack: an ID token that opens other servers", "RFC 7800 §3, server"))
  func `An assertion for a proven key is bound to the key`() async throws {
    let permission = IdentityAssertionPermission(
      clientID: TestServer.service, audience: Self.chat, scope: try Scope(["read"]))
    let test = try TestServer.withServices(rules: { $0.identityAssertions = [permission] })
    let proof = try PlayedProof()
    let code = try await test.savedCode(for: TestServer.service, scope: "openid")
    let tokens = try TokenAnswer(
      await test.post("/token", TestServer.redemption(code, try DPoPTokenTests.authenticated(test))))
    let form = TestServer.authenticated(
      [
        ("grant_type", TokenExchangeTests.grant), ("requested_token_type", Self.type), ("audience", Self.chat),
        ("subject_token", try #require(tokens.members["id_token"]?.string)),
        ("subject_token_type", TokenExchangeTests.id),
      ], by: try test.assertion())
    let answer = await test.post("/token", form, fields: try proof.field(test))
    let claims = try Self.claims(answer)
    #expect(try answer.members["token_type"] == "N_A")
    #expect(
      claims["cnf"]?.object?["jkt"]?.string?.isEmpty == false && claims["client_id"] == .string(TestServer.service))
  }

  // §8.3.
  @Test func `The server's own issuer is no audience`() async throws {
    let test = try server(audience: TestServer.issuer)
    let answer = try await Self.exchange(
      test, Self.idToken(test.browser()), ["audience": .some(TestServer.issuer)])
    #expect(answer.error == "invalid_target")
  }

  @Test func `The metadata announces the token type if any client gets assertions`() async throws {
    let name = "identity_chaining_requested_token_types_supported"
    for (clients, value) in [(["web"], .array([.string(Self.type)])), ([], nil)] as [([String], JSONValue?)] {
      let test = try server(clients: clients)
      let answer = await test.browser().get("/.well-known/openid-configuration")
      #expect(try answer.members[name] == value)
      let error = await Self.exchange(test, "x").error
      #expect(error == "invalid_request")
    }
  }

  @Test func `Two servers: one issues an assertion, the other gives a token for its resource`() async throws {
    let test = try server()
    let idp = InProcessTransport(test.server)
    let database = InMemoryServerDatabase(clock: test.clock.wallClock)
    let chat = try receiver(trusting: idp, test.clock, database)
    let idToken = try await Self.idToken(test.browser())

    let company = try await OAuthClient(
      id: "web", authentication: .clientSecretPost(Secret(TestServer.clientSecret)),
      server: AuthorizationServerMetadata.discover(Issuer(TestServer.issuer), through: idp), transport: idp,
      clock: test.clock.wallClock)
    var request = TokenExchangeRequest(
      subject: SecurityToken(Secret(idToken), TokenTypeIdentifier(rawValue: TokenExchangeTests.id)))
    request.requestedTokenType = TokenTypeIdentifier(rawValue: Self.type)
    request.audiences = [Self.chat]
    request.resources = [Self.resource]
    request.scope = try Scope(["read", "write"])
    let assertion = try await company.exchange(request)
    #expect(assertion.accessToken == nil && assertion.issuedTokenType.rawValue == Self.type)

    let other = InProcessTransport(chat)
    let client = try await OAuthClient(
      id: "wiki", authentication: .clientSecretPost(Secret("of the wiki at the chat")),
      server: AuthorizationServerMetadata.discover(Issuer(Self.chat), through: other), transport: other,
      clock: test.clock.wallClock)
    let tokens = try await client.tokens(jwtBearer: assertion.token)
    // The chat's client may only read.
    #expect(tokens.scope == (try Scope(["read"])) && tokens.refreshToken == nil)
    let record = try #require(try await database.token(SecretHash(ofToken: tokens.accessToken)))
    #expect(record.subject == TestServer.ada.user.subject && record.details.resources == [Self.resource])
    await #expect(throws: (any Error).self) { try await client.tokens(jwtBearer: assertion.token) }
  }

  /// Returns the chat's server, which trusts the company's, and has the client `wiki`.
  private func receiver(
    trusting idp: InProcessTransport, _ clock: ManualClock, _ database: InMemoryServerDatabase
  ) throws -> AuthorizationServer {
    var configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(Self.chat), scopes: Scope(["read", "write"]))
    configuration.requests.resources = [Self.resource]
    configuration.tokenRules.trustedIssuers = [
      TrustedIssuer(
        issuer: TestServer.issuer,
        keys: RemoteKeySet(try Endpoint(TestServer.issuer + "/jwks"), through: idp, clock: clock.wallClock),
        scope: try Scope(["read", "write"]))
    ]
    let wiki = RegisteredClient(
      id: "wiki", name: "Wiki", kind: .confidential(secretHash: SecretHash(of: Secret("of the wiki at the chat"))),
      redirectURIs: [], scope: try Scope(["read"]), grants: [.jwtBearer])
    return AuthorizationServer(
      configuration: configuration, database: database,
      clients: InMemoryClientStore([wiki]), users: InMemoryUserDirectory([TestServer.ada]), pages: RecordingPages(),
      clock: clock.wallClock, logger: LogCollector().logger())
  }
}
