import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Token introspection (RFC 7662).
@Suite(.covers("RFC 7662 §2.1, server", "RFC 9701, server")) struct IntrospectionTests {
  /// Introspects a token as the resource server.
  static func ask(_ test: TestServer, _ token: String, _ changes: Changes = [:], fields: HTTPFields = [:]) async
    -> HTTPAnswer
  {
    await test.post(
      "/introspect",
      TestServer.form(
        [("client_id", TestServer.resourceServer), ("client_secret", TestServer.clientSecret), ("token", token)],
        changes),
      fields: fields)
  }

  @Test func `A resource that may introspect all tokens gets an access token's claims`() async throws {
    let test = try TestServer.withServices()
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.authenticationContext = "urn:example:high"
    let code = try await test.savedCode(for: "app", details: details)
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let answer = await Self.ask(test, tokens.access)
    #expect(answer.status == 200 && answer.field("Cache-Control") == "no-store")
    #expect(
      try answer.members == [
        "active": true, "iss": "https://login.example", "aud": "https://login.example", "client_id": "app",
        "sub": "248289761001", "username": "ada", "scope": "profile email", "token_type": "Bearer",
        "exp": test.seconds(fromNow: 3_600), "auth_time": test.seconds(fromNow: 0), "acr": "urn:example:high",
      ])
  }

  @Test(.covers("CVE-2026-8922", "CVE-2026-18218"))
  func `Every other token is inactive, without further members`() async throws {
    let test = try TestServer.withServices()
    let tokens = try await TokenAnswer(test.post("/token", TestServer.redemption(test.savedCode(for: "app"))))
    let refresh = try #require(tokens.refresh)
    var bad = ["unknown", refresh, tokens.access + "x"]
    // RFC 7662 §4: a client without permission can't learn that the token exists.
    let foreign = TestServer.authenticated(
      [("token", tokens.access)], by: try test.assertion())
    #expect(try await test.post("/introspect", foreign).members == ["active": false])
    _ = await test.post("/revoke", TestServer.revocation(tokens.access))
    bad.append(tokens.access)
    for token in bad { #expect(try await Self.ask(test, token).members == ["active": false]) }
  }

  // RFC 9700 §2.3: UserInfo is a resource too.
  @Test(.covers("RFC 9700 §4.9.1"))
  func `UserInfo rejects a token for another resource, and a narrowed token releases no claims by name`()
    async throws
  {
    let test = try TestServer.withServices()
    func ask(_ resources: [String], scope: String? = nil) async throws -> HTTPAnswer {
      var details = ApprovalDetails(authenticationTime: test.clock.now)
      details.resources = resources
      details.claims = ["userinfo": ["email": .null]]
      let code = try await test.savedCode(for: "app", scope: "openid profile", details: details)
      var tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
      if let scope {
        tokens = try TokenAnswer(
          await test.post("/token", TestServer.refreshment(try #require(tokens.refresh), ["scope": scope])))
      }
      return await test.userInfo(tokens.access)
    }
    for resources in [[], ["https://login.example"], [TestServer.notesResource, "https://login.example/userinfo"]] {
      #expect(try await ask(resources).members["email"] == "ada@example.com")
    }
    let refused = try await ask([TestServer.notesResource])
    #expect(refused.status == 401 && refused.error == "invalid_token")
    let narrowed = try await ask([], scope: "profile")
    #expect(try narrowed.status == 200 && narrowed.members["email"] == nil)
    #expect(try narrowed.members["name"] == "Ada Lovelace")
  }

  // RFC 7662 §4: "MUST determine whether or not the token can be used at the protected resource
  // that is making the introspection call".
  @Test(.covers("RFC 9700 §4.9.1", "CVE-2024-47077"))
  func `A resource learns nothing about tokens for other resources, and can't exchange them`() async throws {
    for (own, isActive) in [
      ([TestServer.notesResource], true), ([TestServer.mailResource], false), ([], false),
      ([TestServer.mailResource, TestServer.notesResource], true),
    ] {
      var settings = ClientSettings()
      settings.mayIntrospectAll = true
      settings.protectedResources = own
      let api = RegisteredClient(
        id: "api", name: "api", kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))),
        redirectURIs: [], scope: try Scope(["profile", "email"]), grants: [.tokenExchange], settings: settings)
      let test = try TestServer.withServices(moreClients: [api])
      func token(_ resources: [String]) async throws -> String {
        var details = ApprovalDetails(authenticationTime: test.clock.now)
        details.resources = resources
        let code = try await test.savedCode(for: "app", details: details)
        return try TokenAnswer(await test.post("/token", TestServer.redemption(code))).access
      }
      let (shown, general) = (try await token([TestServer.notesResource]), try await token([]))
      #expect(try await Self.ask(test, shown, ["client_id": "api"]).members["active"] == .bool(isActive))
      #expect(try await Self.ask(test, general, ["client_id": "api"]).members["active"] == true)
      let exchange = TestServer.form([
        ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("client_id", "api"),
        ("client_secret", TestServer.clientSecret), ("subject_token", shown),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:access_token"),
      ])
      #expect(await test.post("/token", exchange).status == (isActive ? 200 : 400))
    }
  }

  @Test(.covers("CVE-2025-65430")) func `An expired token, and one of a deleted user, are inactive`() async throws {
    let people = LeavingDirectory(TestServer.ada.user)
    let test = try TestServer.withServices(users: people)
    let code = try await test.savedCode(for: "app")
    let token = try TokenAnswer(await test.post("/token", TestServer.redemption(code))).access
    people.leave()
    #expect(try await Self.ask(test, token).members == ["active": false])
    let other = try TestServer.withServices()
    let good = try await TokenAnswer(other.post("/token", TestServer.redemption(other.savedCode(for: "app")))).access
    other.clock.advance(by: .seconds(3_599))
    #expect(try await Self.ask(other, good).members["active"] == true)
    other.clock.advance(by: .seconds(1))
    #expect(try await Self.ask(other, good).members == ["active": false])
  }

  @Test func `A client can introspect its own tokens`() async throws {
    let test = try TestServer.withServices()
    let token = try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access
    let form = TestServer.authenticated([("token", token)], by: try test.assertion())
    #expect(try await test.post("/introspect", form).members["active"] == true)
  }

  // RFC 7662 §5, OpenID Connect Core §8.1.
  @Test(
    .covers("RFC 7662 §5, server"),
    arguments: [
      (SubjectType.public, "profile email", "ada"), (.public, "email", nil),
      (.pairwise(sector: "service.example"), "profile email", nil),
    ] as [(SubjectType, String, String?)])
  func `The user name is returned only to callers that may know it`(
    type: SubjectType, scope: String, username: String?
  ) async throws {
    let test = try TestServer.withServices({ $0.subjectType = type })
    let code = try await test.savedCode(for: TestServer.service, scope: scope)
    let form = TestServer.redemption(code, try DPoPTokenTests.authenticated(test))
    let token = try TokenAnswer(await test.post("/token", form)).access
    let own = TestServer.authenticated([("token", token)], by: try test.assertion())
    let facts = try await test.post("/introspect", own).members
    #expect(facts["active"] == true && facts["username"]?.string == username)
    #expect((facts["sub"] == "248289761001") == (type == .public))
    // With public subjects a resource learns the user name, whatever the scope is.
    let shown = try await Self.ask(test, token).members
    #expect(shown["username"] == (type == .public ? "ada" : nil) && shown["sub"] == facts["sub"])
  }

  @Test func `Introspection needs authentication`() async throws {
    let test = try TestServer.withServices()
    for changes in [
      ["client_secret": nil], ["client_secret": "wrong"], ["client_id": "nobody"],
      ["client_id": nil, "client_secret": nil],
      ["client_id": "app", "client_secret": nil],
    ] as [Changes] {
      let answer = await Self.ask(test, "x", changes)
      #expect(answer.status == 401 && answer.error == "invalid_client")
    }
    #expect(await Self.ask(test, "x", ["token": nil]).error == "invalid_request")
    #expect(await test.get("/introspect").status == 405)
  }

  // RFC 9701 §4, §5.
  @Test func `The answer is signed for a client that is registered for it, and on request`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: "app")
    let token = try TokenAnswer(await test.post("/token", TestServer.redemption(code))).access
    let plain = try await Self.ask(test, token).members
    let asked = await Self.ask(test, token, fields: [.accept: "application/token-introspection+jwt"])
    #expect(asked.field("Content-Type") == "application/token-introspection+jwt")
    let signed = try SignedIntrospection(
      Secret(asked.text), issuer: Issuer(TestServer.issuer), audience: TestServer.resourceServer,
      signedBy: try await test.keySet(), allowing: [.es256], now: test.clock.now)
    #expect(signed.isActive && signed.members == plain)
    let registered = try TestServer.withServices({ $0.introspectionAlgorithm = .es256 })
    let answer = await Self.ask(registered, "unknown")
    #expect(answer.field("Content-Type") == "application/token-introspection+jwt")
    #expect(
      try SignedIntrospection(
        Secret(answer.text), issuer: Issuer(TestServer.issuer), audience: TestServer.resourceServer,
        signedBy: try await registered.keySet(), allowing: [.es256], now: registered.clock.now
      ).members == ["active": false])
  }
}
