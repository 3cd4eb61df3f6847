import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// Token exchange (RFC 8693).
@Suite(.covers("RFC 8693 §2, server")) struct TokenExchangeTests {
  static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
  static let access = "urn:ietf:params:oauth:token-type:access_token"
  static let jwt = "urn:ietf:params:oauth:token-type:jwt"
  static let id = "urn:ietf:params:oauth:token-type:id_token"

  /// Exchanges a token that the resource server received.
  static func exchange(
    _ test: TestServer, _ token: String, _ changes: Changes = [:], _ more: [(String, String)] = []
  ) async -> HTTPAnswer {
    await test.post(
      "/token",
      TestServer.form(
        [
          ("grant_type", grant), ("client_id", TestServer.resourceServer), ("client_secret", TestServer.clientSecret),
          ("subject_token", token), ("subject_token_type", access),
        ] + more, changes))
  }

  static func token(_ test: TestServer, scope: String = "profile email") async throws -> TokenAnswer {
    let code = try await test.savedCode(
      for: "app", scope: scope, details: ApprovalDetails(authenticationTime: test.clock.now))
    return try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
  }

  @Test func `A resource gets a token for the next resource, with less scope, and without a refresh token`()
    async throws
  {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test)
    let answer = try TokenAnswer(
      await Self.exchange(test, shown.access, ["scope": "email"], [("resource", TestServer.mailResource)]))
    #expect(answer.members["issued_token_type"] == .string(Self.access) && answer.members["token_type"] == "Bearer")
    #expect(answer.refresh == nil && answer.members["id_token"] == nil && answer.members["scope"] == "email")
    let facts = try await IntrospectionTests.ask(test, answer.access).members
    #expect(facts["sub"] == "248289761001" && facts["aud"] == .string(TestServer.mailResource))
    #expect(facts["client_id"] == .string(TestServer.resourceServer))
    #expect(facts["act"] == ["sub": .string(TestServer.resourceServer)])
    #expect(facts["auth_time"] == test.seconds(fromNow: 0))
  }

  @Test func `The new token doesn't outlive the old one, and ends with its grant`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test)
    test.clock.advance(by: .seconds(3_000))
    let answer = try TokenAnswer(await Self.exchange(test, shown.access))
    #expect(answer.members["expires_in"] == 600)
    _ = await test.post("/revoke", TestServer.revocation(try #require(shown.refresh)))
    #expect(try await IntrospectionTests.ask(test, answer.access).members == ["active": false])
    #expect(await Self.exchange(test, shown.access).error == "invalid_request")
  }

  // §4.1.
  @Test func `The actor is in act, with the earlier actors inside`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test)
    let own = try await TokenAnswer(
      test.post(
        "/token",
        TestServer.form([
          ("grant_type", "client_credentials"), ("client_id", TestServer.resourceServer),
          ("client_secret", TestServer.clientSecret), ("scope", "notes"),
        ])))
    let actor = [("actor_token", own.access), ("actor_token_type", Self.access)]
    let first = try TokenAnswer(await Self.exchange(test, shown.access, [:], actor))
    let act: JSONValue = ["sub": .string(TestServer.resourceServer)]
    #expect(try await IntrospectionTests.ask(test, first.access).members["act"] == act)
    let second = try TokenAnswer(
      await Self.exchange(test, first.access, ["requested_token_type": Self.jwt], actor))
    #expect(second.members["issued_token_type"] == .string(Self.jwt))
    let claims = try await test.accessToken(second.access).claims
    #expect(claims["act"] == ["sub": .string(TestServer.resourceServer), "act": act])
    #expect(claims["sub"] == "248289761001")
    // Without an actor token, the chain stays the same.
    let third = try TokenAnswer(await Self.exchange(test, first.access))
    #expect(try await IntrospectionTests.ask(test, third.access).members["act"] == act)
  }

  @Test func `A client can't name another as the actor`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test)
    let foreign = try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access
    for token in [foreign, shown.access, "unknown"] {
      let actor = [("actor_token", token), ("actor_token_type", Self.access)]
      #expect(await Self.exchange(test, shown.access, [:], actor).error == "invalid_request")
    }
  }

  // §2.2.2: invalid_request for every invalid token.
  @Test(.covers("CVE-2026-9097", "CVE-2026-9094"))
  func `A token that is invalid, or of another type than stated, is rejected`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test, scope: "openid profile")
    let refresh = try #require(shown.refresh)
    let idToken = try #require(shown.members["id_token"]?.string)
    for (token, type) in [
      ("unknown", Self.access), (refresh, Self.access), (idToken, Self.access), (idToken, Self.jwt),
      (shown.access, Self.id), (shown.access, "urn:ietf:params:oauth:token-type:refresh_token"),
      (refresh, "urn:ietf:params:oauth:token-type:refresh_token"),
      ("<saml/>", "urn:ietf:params:oauth:token-type:saml2"),
      // Another client's ID token.
      (idToken, Self.id),
    ] {
      #expect(await Self.exchange(test, token, ["subject_token_type": type]).error == "invalid_request")
    }
    for changes in [
      ["subject_token": nil], ["subject_token_type": nil], ["subject_token": nil, "subject_token_type": nil],
      ["actor_token": "x"], ["actor_token_type": Self.access], ["requested_token_type": Self.id],
      ["requested_token_type": "urn:ietf:params:oauth:token-type:refresh_token"],
    ] as [Changes] {
      #expect(await Self.exchange(test, shown.access, changes).error == "invalid_request")
    }
    test.clock.advance(by: .seconds(3_600))
    #expect(await Self.exchange(test, shown.access).error == "invalid_request")
  }

  @Test(.covers("CVE-2024-47000")) func `A token of a client that was removed can't be exchanged`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test)
    let record = try #require(try await test.database.token(SecretHash(ofToken: Secret(shown.access))))
    for (name, status) in [("app", 200), ("removed", 400)] {
      let token = Secret("token-of-\(name)")
      _ = try await test.database.save([
        IssuedToken(
          hash: SecretHash(ofToken: token), kind: .access, grant: record.grant, clientID: name, subject: record.subject,
          scope: record.scope, expires: record.expires, details: record.details)
      ])
      #expect(await Self.exchange(test, token.reveal()).status == status)
    }
  }

  @Test func `More scope and other targets are rejected`() async throws {
    let test = try TestServer.withServices()
    let shown = try await Self.token(test, scope: "openid email")
    for scope in ["profile", "email notes", "openid", "a\"b"] {
      #expect(await Self.exchange(test, shown.access, ["scope": scope]).error == "invalid_scope")
    }
    #expect(try TokenAnswer(await Self.exchange(test, shown.access)).members["scope"] == "email")
    for name in ["resource", "audience"] {
      #expect(await Self.exchange(test, shown.access, [:], [(name, "https://other.example")]).error == "invalid_target")
      #expect(await Self.exchange(test, shown.access, [:], [(name, TestServer.notesResource)]).status == 200)
    }
  }

  /// Exchanges a token of `service` as `service`.
  private static func exchangeOwn(
    _ test: TestServer, _ token: String, _ more: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    await test.post(
      "/token",
      TestServer.authenticated(
        [("grant_type", grant), ("subject_token", token), ("subject_token_type", access)] + more,
        by: try test.assertion()))
  }

  /// Issues a token of `service` for Ada.
  private static func own(
    _ test: TestServer, scope: String = "profile", resources: [String] = []
  ) async throws -> TokenAnswer {
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.resources = resources
    let code = try await test.savedCode(for: TestServer.service, scope: scope, details: details)
    return try TokenAnswer(
      await test.post("/token", TestServer.redemption(code, try DPoPTokenTests.authenticated(test))))
  }

  // RFC 8707 §2.2.
  @Test func `A client's own token can be exchanged for the approved resources only`() async throws {
    let test = try TestServer.withServices()
    let own = try await Self.own(test, resources: [TestServer.notesResource]).access
    for name in ["resource", "audience"] {
      let elsewhere = try await Self.exchangeOwn(test, own, [(name, TestServer.mailResource)])
      #expect(elsewhere.status == 400 && elsewhere.error == "invalid_target")
    }
    for more in [[], [("resource", TestServer.notesResource)]] {
      let token = try TokenAnswer(await Self.exchangeOwn(test, own, more)).access
      #expect(try await IntrospectionTests.ask(test, token).members["aud"] == .string(TestServer.notesResource))
    }
    // Without an approved resource the client may choose one, as with every other grant.
    let open = try await Self.own(test).access
    let chosen = try TokenAnswer(await Self.exchangeOwn(test, open, [("resource", TestServer.mailResource)])).access
    #expect(try await IntrospectionTests.ask(test, chosen).members["aud"] == .string(TestServer.mailResource))
  }

  @Test func `A received token keeps its audience, unless the request names the next resource`()
    async throws
  {
    let test = try TestServer.withServices()
    let shown = try await Self.own(test, resources: [TestServer.notesResource]).access
    for (more, audience) in [
      ([], TestServer.notesResource), ([("resource", TestServer.mailResource)], TestServer.mailResource),
    ] {
      let token = try TokenAnswer(await Self.exchange(test, shown, [:], more)).access
      #expect(try await IntrospectionTests.ask(test, token).members["aud"] == .string(audience))
    }
  }

  /// A server whose resource may exchange for these targets, and a token of `web`.
  private static func received(
    targets: [String] = [], _ subjectType: SubjectType = .public, _ change: (inout ApprovalDetails) -> Void = { _ in }
  ) async throws -> TestServer {
    var settings = ClientSettings()
    settings.mayIntrospectAll = true
    settings.protectedResources = [TestServer.notesResource]
    settings.exchangeTargets = targets
    let scope = try Scope(["profile", "email"])
    let resource = RegisteredClient(
      id: TestServer.resourceServer, name: "API",
      kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))), redirectURIs: [],
      scope: scope, grants: [.tokenExchange], settings: settings)
    var holder = ClientSettings()
    holder.subjectType = subjectType
    let web = RegisteredClient(
      id: "web", name: "Web", kind: .public, redirectURIs: [try RedirectURI(TestServer.redirect)], scope: scope,
      grants: [.authorizationCode], settings: holder)
    let salt = try PairwiseSubjects(salt: Secret(String(repeating: "salt", count: 11)))
    let test = try TestServer(asking: [resource, web]) {
      $0.pairwiseSubjects = salt
      $0.requests.resources = [TestServer.notesResource, TestServer.mailResource]
    }
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    change(&details)
    _ = try await test.database.save([
      IssuedToken(
        hash: SecretHash(ofToken: Secret("shown")), kind: .access, grant: GrantID(rawValue: "grant"), clientID: "web",
        subject: TestServer.ada.user.subject, scope: scope, expires: test.clock.now.addingTimeInterval(600),
        details: details)
    ])
    return test
  }

  @Test(.covers("RFC 9700 §4.9.1"))
  func `A received token is exchanged only for its own resources and those that an operator listed`()
    async throws
  {
    for (own, targets, asked, isAllowed) in [
      ([], [], TestServer.mailResource, false), ([], [TestServer.mailResource], TestServer.mailResource, true),
      ([TestServer.notesResource], [], TestServer.mailResource, false),
      ([TestServer.notesResource], [], TestServer.notesResource, true),
      ([TestServer.notesResource], [TestServer.mailResource], TestServer.mailResource, true),
      ([TestServer.notesResource], [TestServer.mailResource], TestServer.notesResource, true),
    ] {
      let test = try await Self.received(targets: targets) { $0.resources = own }
      for name in ["resource", "audience"] {
        let answer = await Self.exchange(test, "shown", [:], [(name, asked)])
        #expect(answer.status == (isAllowed ? 200 : 400) && answer.error == (isAllowed ? nil : "invalid_target"))
      }
    }
  }

  @Test func `A second exchange by the same resource has the limits of the first`() async throws {
    let test = try await Self.received()
    let own = try TokenAnswer(await Self.exchange(test, "shown")).access
    let elsewhere = await Self.exchange(test, own, [:], [("resource", TestServer.mailResource)])
    #expect(elsewhere.status == 400 && elsewhere.error == "invalid_target")
    let listed = try await Self.received(targets: [TestServer.mailResource])
    let first = try TokenAnswer(await Self.exchange(listed, "shown")).access
    #expect(await Self.exchange(listed, first, [:], [("resource", TestServer.mailResource)]).status == 200)
  }

  // RFC 9449 §5, RFC 8705 §3: a thief of the bound token who is a resource would get a bearer token.
  @Test(.covers("RFC 9700 §4.9.2")) func `The new token of a bound one is bound to the resource's key`() async throws {
    let holder = try PlayedProof()
    let test = try await Self.received { $0.confirmation = .dpop(jkt: holder.thumbprint) }
    let bearer = await Self.exchange(test, "shown")
    #expect(bearer.status == 400 && bearer.error == "invalid_request")
    let own = try PlayedProof()
    let form = TestServer.form([
      ("grant_type", Self.grant), ("client_id", TestServer.resourceServer), ("client_secret", TestServer.clientSecret),
      ("subject_token", "shown"), ("subject_token_type", Self.access),
    ])
    let answer = try TokenAnswer(await test.post("/token", form, fields: try own.field(test)))
    #expect(answer.members["token_type"] == "DPoP")
    let facts = try await IntrospectionTests.ask(test, answer.access).members
    #expect(facts["cnf"] == ["jkt": .string(own.thumbprint)])
  }

  // OpenID Connect Core §8.1: the resource knows the user by the subject of the token that it got.
  @Test(.covers("attack: clients that compare their users"))
  func `The user keeps the subject that the first client knows, also after a second exchange`() async throws {
    let test = try await Self.received(.pairwise(sector: "web.example"))
    func facts(_ token: String) async throws -> [String: JSONValue] {
      try await IntrospectionTests.ask(test, token).members
    }
    let name = try #require(try await facts("shown")["sub"])
    #expect(name != "248289761001")
    var token = "shown"
    for _ in 1...2 {
      token = try TokenAnswer(await Self.exchange(test, token)).access
      let members = try await facts(token)
      #expect(members["sub"] == name && members["username"] == nil)
      #expect(members["act"] == ["sub": .string(TestServer.resourceServer)])
    }
    let signed = try TokenAnswer(await Self.exchange(test, "shown", ["requested_token_type": Self.jwt]))
    #expect(try await test.accessToken(signed.access).claims["sub"] == name)
  }

  // RFC 9396 §6, §7.
  @Test func `The new token has the requested details, of types that the client may use`() async throws {
    let (seven, eight): (JSONValue, JSONValue) = (["type": "payment", "euros": 7], ["type": "payment", "euros": 8])
    func exchanged(_ types: [String], _ named: String? = nil) async throws -> HTTPAnswer {
      var settings = ClientSettings()
      settings.mayIntrospectAll = true
      settings.protectedResources = [TestServer.notesResource]
      settings.authorizationDetailsTypes = types
      let resource = RegisteredClient(
        id: TestServer.resourceServer, name: "API",
        kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))), redirectURIs: [],
        scope: try Scope(["profile"]), grants: [.tokenExchange], settings: settings)
      let test = try TestServer(asking: [resource, try TestServer.asking()]) { $0.requests.detailTypes = [Payment()] }
      var details = ApprovalDetails(authenticationTime: test.clock.now)
      details.authorizationDetails = [seven, eight]
      _ = try await test.database.save([
        IssuedToken(
          hash: SecretHash(ofToken: Secret("shown")), kind: .access, grant: GrantID(rawValue: "grant"), clientID: "web",
          subject: TestServer.ada.user.subject, scope: try Scope(["profile"]),
          expires: test.clock.now.addingTimeInterval(600), details: details)
      ])
      return await Self.exchange(test, "shown", [:], named.map { [("authorization_details", $0)] } ?? [])
    }
    #expect(try TokenAnswer(await exchanged(["payment"])).members["authorization_details"] == [seven, eight])
    #expect(try TokenAnswer(await exchanged([])).members["authorization_details"] == nil)
    let named = #"[{"type":"payment","euros":8}]"#
    #expect(try TokenAnswer(await exchanged(["payment"], named)).members["authorization_details"] == [eight])
    #expect(try await exchanged([], named).error == "invalid_authorization_details")
    let more = #"[{"type":"payment","euros":9}]"#
    #expect(try await exchanged(["payment"], more).error == "invalid_authorization_details")
  }

  // OpenID Connect Core §8.1.
  @Test func `A client with pairwise subjects gets only pairwise subjects in act`() async throws {
    let test = try TestServer.withServices({ $0.subjectType = .pairwise(sector: "service.example") })
    let own = try await Self.own(test, scope: "openid profile")
    let answer = try TokenAnswer(
      await Self.exchangeOwn(
        test, own.access,
        [("actor_token", own.access), ("actor_token_type", Self.access), ("requested_token_type", Self.jwt)]))
    let idToken = try #require(own.members["id_token"]?.string)
    let name = try #require(
      try JSONWebSignature(compact: idToken).verified(by: try await test.keySet(), allowing: [.es256]).claims()["sub"])
    #expect(name != "248289761001")
    let claims = try await test.accessToken(answer.access).claims
    #expect(claims["act"] == ["sub": name] && claims["sub"] == name)
  }

  @Test func `A chain of actors has a maximum length, so that its tokens can always be parsed`() async throws {
    let test = try TestServer.withServices()
    let own = try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access
    let actor = [("actor_token", own), ("actor_token_type", Self.access)]
    var (token, actors) = (own, 0)
    while actors < 100 {
      let answer = try await Self.exchangeOwn(test, token, actor)
      guard answer.status == 200 else {
        #expect(answer.status == 400 && answer.error == "invalid_request")
        break
      }
      (token, actors) = (try TokenAnswer(answer).access, actors + 1)
      let record = try #require(try await test.database.token(SecretHash(ofToken: Secret(token))))
      #expect(try ApprovalDetails(text: record.details.text) == record.details)
      // RFC 9701 §5: the signed answer nests the claim two levels deeper.
      let signed = await IntrospectionTests.ask(test, token, fields: [.accept: "application/token-introspection+jwt"])
      let facts = try SignedIntrospection(
        Secret(signed.text), issuer: Issuer(TestServer.issuer), audience: TestServer.resourceServer,
        signedBy: try await test.keySet(), allowing: [.es256], now: test.clock.now)
      #expect(facts.isActive && facts.members["act"] != nil)
    }
    #expect(actors == 30)
  }

  @Test func `A server without keys rejects a request for a JWT, and introspection answers as JSON`() async throws {
    let client = RegisteredClient(
      id: TestServer.resourceServer, name: "Resource",
      kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))), redirectURIs: [],
      scope: try Scope(["notes"]), grants: [.clientCredentials, .tokenExchange])
    let test = try TestServer(clients: InMemoryClientStore([client]))
    let own = try TokenAnswer(
      await test.post(
        "/token",
        TestServer.form([
          ("grant_type", "client_credentials"), ("client_id", client.id), ("client_secret", TestServer.clientSecret),
        ]))
    ).access
    let answer = await Self.exchange(test, own, ["requested_token_type": Self.jwt])
    #expect(answer.status == 400 && answer.error == "invalid_request")
    #expect(await Self.exchange(test, own).status == 200)
    let plain = await IntrospectionTests.ask(test, own, fields: [.accept: "application/token-introspection+jwt"])
    #expect(plain.status == 200 && plain.field("Content-Type") == "application/json")
    #expect(try plain.members["active"] == true)
  }

  @Test(.covers("GHSA-7qjx-gp9h-65qj"))
  func `A client that may not introspect all tokens can exchange only its own`() async throws {
    let test = try TestServer.withServices()
    let own = try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access
    let shown = try await Self.token(test).access
    for (token, status) in [(own, 200), (shown, 400)] {
      let form = TestServer.authenticated(
        [("grant_type", Self.grant), ("subject_token", token), ("subject_token_type", Self.access)],
        by: try test.assertion())
      #expect(await test.post("/token", form).status == status)
    }
    let open = TestServer.form([
      ("grant_type", Self.grant), ("client_id", "app"), ("subject_token", shown), ("subject_token_type", Self.access),
    ])
    #expect(await test.post("/token", open).error == "unauthorized_client")
  }

  @Test func `A client's own token that is bound to a key needs that key`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let form = TestServer.authenticated(
      [("grant_type", "client_credentials"), ("scope", "notes")], by: try test.assertion())
    let own = try TokenAnswer(await test.post("/token", form, fields: try proof.field(test))).access
    for (fields, status) in [([:], 400), (try PlayedProof().field(test), 400), (try proof.field(test), 200)] {
      let form = TestServer.authenticated(
        [("grant_type", Self.grant), ("subject_token", own), ("subject_token_type", Self.access)],
        by: try test.assertion())
      #expect(await test.post("/token", form, fields: fields).status == status)
    }
  }

  @Test(.covers("GHSA-7qjx-gp9h-65qj"))
  func `An ID token can be exchanged only by a client that needs no consent`() async throws {
    for needsNoConsent in [true, false] {
      let test = try TestServer.withServices({ $0.needsNoConsent = needsNoConsent })
      let idToken = try await Self.idToken(test).idToken
      let answer = await Self.exchange(test, idToken, ["subject_token_type": Self.id, "scope": "notes"])
      #expect(answer.status == (needsNoConsent ? 200 : 400))
      let forged = try ClientKey.stranger.get().sign(
        [
          "iss": .string(TestServer.issuer), "sub": "248289761001", "aud": .string(TestServer.resourceServer),
          "exp": 1_900_000_000,
        ])
      #expect(await Self.exchange(test, forged.reveal(), ["subject_token_type": Self.id]).error == "invalid_request")
      test.clock.advance(by: .seconds(3_600))
      #expect(await Self.exchange(test, idToken, ["subject_token_type": Self.id]).error == "invalid_request")
    }
  }

  /// Returns the ID token of a sign-in at the resource server, and the access token of the same answer.
  private static func idToken(
    _ test: TestServer, resources: [String] = [], fields: HTTPFields = [:]
  ) async throws -> (idToken: String, access: String) {
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.resources = resources
    let code = try await test.savedCode(
      for: TestServer.resourceServer, scope: "openid profile notes", details: details)
    let form = TestServer.redemption(
      code, ["client_id": TestServer.resourceServer, "client_secret": TestServer.clientSecret])
    let answer = try TokenAnswer(await test.post("/token", form, fields: fields))
    return (try #require(answer.members["id_token"]?.string), answer.access)
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `An ID token gives the scope and the resources that were granted with it, and ends with their grant`()
    async throws
  {
    let test = try TestServer.withServices({ $0.needsNoConsent = true })
    let (idToken, access) = try await Self.idToken(test, resources: [TestServer.notesResource])
    func exchange(_ changes: Changes = [:], _ more: [(String, String)] = []) async -> HTTPAnswer {
      await Self.exchange(test, idToken, ["subject_token_type": Self.id].merging(changes) { $1 }, more)
    }
    let answer = try TokenAnswer(await exchange())
    #expect(answer.members["scope"] == "profile notes")
    #expect(await exchange(["scope": "email"]).error == "invalid_scope")
    #expect(await exchange([:], [("resource", TestServer.mailResource)]).error == "invalid_target")
    let facts = try await IntrospectionTests.ask(test, answer.access).members
    #expect(facts["aud"] == .string(TestServer.notesResource))
    let record = try #require(try await test.database.token(SecretHash(ofToken: Secret(access))))
    try await test.database.revoke(record.grant, refusingUntil: .distantFuture)
    #expect(try await IntrospectionTests.ask(test, answer.access).members == ["active": false])
    #expect(await exchange().error == "invalid_request")
  }

  @Test(.covers("RFC 9700 §4.9.2", "attack: an ID token that opens other servers"))
  func `An ID token of a bound grant gives only bound tokens`() async throws {
    let test = try TestServer.withServices({ $0.needsNoConsent = true })
    let proof = try PlayedProof()
    let idToken = try await Self.idToken(test, fields: proof.field(test)).idToken
    #expect(await Self.exchange(test, idToken, ["subject_token_type": Self.id]).error == "invalid_grant")
    let form = TestServer.form([
      ("grant_type", Self.grant), ("client_id", TestServer.resourceServer), ("client_secret", TestServer.clientSecret),
      ("subject_token", idToken), ("subject_token_type", Self.id),
    ])
    #expect(try await TokenAnswer(test.post("/token", form, fields: proof.field(test))).members["token_type"] == "DPoP")
  }

  enum Ending: CaseIterable { case session, grant, user, accessToken }

  @Test(.covers("attack: an ID token that opens other servers"), arguments: Ending.allCases)
  func `After the end of the session, the grant or the user, an ID token gives nothing`(_ ending: Ending) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let tokens = try await browser.tokens("own", ["scope": "openid email offline_access"])
    let idToken = try #require(try tokens.members["id_token"]?.string)
    func exchange() async -> HTTPAnswer {
      await test.post(
        "/token",
        TestServer.form([
          ("grant_type", Self.grant), ("client_id", "own"), ("client_secret", TestServer.clientSecret),
          ("subject_token", idToken), ("subject_token_type", Self.id),
        ]))
    }
    #expect(await exchange().status == 200)
    let ada = TestServer.ada.user.subject
    switch ending {
    // The grant itself is offline, and goes on.
    case .session: #expect(try await test.server.endSessions(of: ada) == 1)
    case .grant: try await test.database.endGrants(of: ada, to: "own")
    case .user: test.people.close(ada)
    case .accessToken:
      let access = try #require(try tokens.members["access_token"]?.string)
      try await test.database.revokeAccessToken(SecretHash(ofToken: Secret(access)))
    }
    #expect(await exchange().error == "invalid_request")
  }
}
