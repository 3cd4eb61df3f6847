import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// Identity assertions (ID-JAG) as authorization grants
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.4).
@Suite(.covers("ID-JAG §3, server")) struct IdentityAssertionTests {
  private static func assertion(
    _ test: TestServer, type: String = "oauth-id-jag+jwt", _ changes: [String: JSONValue] = [:]
  ) throws -> String {
    let claims: [String: JSONValue] = [
      "aud": .string(TestServer.issuer), "client_id": .string(TestServer.service),
      "resource": .string(TestServer.notesResource), "scope": "profile notes openid",
    ]
    return try JWTBearerTests.word(test, type: type, claims.merging(changes) { $1 })
  }

  private static func redeem(
    _ test: TestServer, _ assertion: String, _ changes: Changes = ["scope": nil]
  ) async throws -> HTTPAnswer {
    try await JWTBearerTests.redeem(test, assertion, changes)
  }

  @Test func `An identity assertion gives a token for its resource, and no refresh token`() async throws {
    let test = try JWTBearerTests.server()
    let tokens = try TokenAnswer(await Self.redeem(test, Self.assertion(test)))
    // There was no sign-in here, so openid is left out.
    #expect(tokens.members["scope"] == "profile notes" && tokens.refresh == nil && tokens.members["id_token"] == nil)
    let record = try await test.database.token(SecretHash(ofToken: Secret(tokens.access)))
    #expect(record?.details.resources == [TestServer.notesResource] && record?.clientID == TestServer.service)
    let several = try Self.assertion(
      test, ["resource": [.string(TestServer.notesResource), .string(TestServer.mailResource)], "jti": "several"])
    let narrow = try TokenAnswer(await Self.redeem(test, several, ["resource": TestServer.mailResource, "scope": nil]))
    let narrowed = try await test.database.token(SecretHash(ofToken: Secret(narrow.access)))
    #expect(narrowed?.details.resources == [TestServer.mailResource])
  }

  @Test func `The metadata announces the profile if an issuer is trusted`() async throws {
    let name = "authorization_grant_profiles_supported"
    let path = "/.well-known/oauth-authorization-server"
    #expect(
      try await JWTBearerTests.server().get(path).members[name] == ["urn:ietf:params:oauth:grant-profile:id-jag"])
    #expect(try await TestServer.withServices().get(path).members[name] == nil)
  }

  static let wrong: [[String: JSONValue]] = [
    ["client_id": .string(TestServer.otherService)], ["client_id": .null], ["client_id": 7],
    ["client_id": [.string(TestServer.service)]], ["aud": .string(TestServer.issuer + "/token")],
    ["aud": [.string(TestServer.issuer), .string(TestServer.issuer + "/token")]],
    ["aud": .string(TestServer.issuer + "/")],
    ["aud": "https://other.example"], ["aud": .null], ["jti": .null], ["jti": ""], ["iat": .null], ["exp": .null],
    ["exp": 1_799_999_000], ["iss": "https://other.example"], ["sub": "nobody"], ["resource": 7],
    ["resource": "not absolute"], ["resource": ["https://notes.example/#a"]], ["scope": ["profile"]],
    ["scope": "a\"b"], ["cnf": ["jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"]], ["cnf": "x"], ["cnf": [:]],
    ["authorization_details": [["type": "payment"]]],
    // A user of a tenant is none of this server's users.
    ["tenant": "acme"], ["tenant": 7], ["aud_tenant": "acme"], ["aud_sub": "nobody"], ["aud_sub": 7],
  ]

  @Test(arguments: wrong)
  func `An identity assertion with a wrong claim is invalid_grant`(changes: [String: JSONValue]) async throws {
    let test = try JWTBearerTests.server()
    let answer = try await Self.redeem(test, Self.assertion(test, changes))
    #expect(answer.status == 400 && answer.error == "invalid_grant", "\(answer.text)")
  }

  @Test func `The user is the one that aud_sub names, of the tenant that the operator trusts`() async throws {
    let keys = JSONWebKeySet([try ClientKey.ps256.get().verificationKey])
    let issuer = TrustedIssuer(
      issuer: JWTBearerTests.company, keys: keys, scope: try Scope(["profile"]), tenant: "acme")
    let test = try TestServer.withServices(rules: { $0.trustedIssuers = [issuer] })
    let ada = JSONValue.string(TestServer.ada.user.subject.rawValue)
    let right: [String: JSONValue] = ["tenant": "acme", "sub": "U019488227", "aud_sub": ada]
    let tokens = try TokenAnswer(await Self.redeem(test, Self.assertion(test, right)))
    let record = try await test.database.token(SecretHash(ofToken: Secret(tokens.access)))
    #expect(record?.subject == TestServer.ada.user.subject)
    for changes in [["tenant": .null], ["tenant": "other"], ["aud_sub": .null], ["sub": .null]] as [[String: JSONValue]]
    {
      let answer = try await Self.redeem(test, Self.assertion(test, right.merging(changes) { $1 }))
      #expect(answer.error == "invalid_grant", "\(changes)")
    }
    // Without its tenant, no other assertion of the issuer is accepted either.
    let plain = try JWTBearerTests.word(test)
    #expect(try await Self.redeem(test, plain).error == "invalid_grant")
  }

  @Test func `The resource must be one that the client may have`() async throws {
    let test = try JWTBearerTests.server()
    let unknown = try Self.assertion(test, ["resource": "https://unknown.example"])
    #expect(try await Self.redeem(test, unknown).error == "invalid_target")
    let other = try Self.assertion(test)
    #expect(
      try await Self.redeem(test, other, ["resource": TestServer.mailResource, "scope": nil]).error == "invalid_target")
  }

  @Test func `The scope is that of the assertion, capped by its issuer and the client`() async throws {
    let test = try JWTBearerTests.server()
    for (claim, asked, granted) in [
      ("profile email", nil, "profile"), ("profile notes", "notes", "notes"), ("profile", "profile notes", "profile"),
      (nil, "notes", "notes"), ("email", nil, nil), ("openid", nil, nil), ("profile", "notes", nil),
      ("profile unknown", nil, "profile"),
    ] as [(String?, String?, String?)] {
      let assertion = try Self.assertion(test, ["scope": claim.map { .string($0) } ?? .null])
      let answer = try await Self.redeem(test, assertion, ["scope": asked])
      if let granted {
        #expect(try answer.members["scope"]?.string == granted, "\(claim ?? "") \(asked ?? "")")
      } else {
        #expect(answer.error == "invalid_scope", "\(claim ?? "") \(asked ?? "")")
      }
    }
  }

  @Test func `An identity assertion works once`() async throws {
    let test = try JWTBearerTests.server()
    let assertion = try Self.assertion(test)
    #expect(try await Self.redeem(test, assertion).status == 200)
    #expect(try await Self.redeem(test, assertion).error == "invalid_grant")
  }

  @Test(.covers("attack: an ID token that opens other servers"))
  func `An identity assertion is for the client that it names, and never for a public one`() async throws {
    let keys = JSONWebKeySet([try ClientKey.ps256.get().verificationKey])
    let issuer = TrustedIssuer(issuer: JWTBearerTests.company, keys: keys, scope: try Scope(["profile"]))
    let app = RegisteredClient(
      id: "public-app", name: "App", redirectURIs: [], scope: try Scope(["profile"]), grants: [.jwtBearer])
    let test = try TestServer.withServices(rules: { $0.trustedIssuers = [issuer] }, moreClients: [app])
    let assertion = try Self.assertion(test, ["client_id": "public-app"])
    let form = TestServer.form([
      ("grant_type", JWTBearerTests.grant), ("client_id", "public-app"), ("assertion", assertion),
    ])
    #expect(await test.post("/token", form).error == "unauthorized_client")
    #expect(try await Self.redeem(test, assertion).error == "invalid_grant")
  }
}
