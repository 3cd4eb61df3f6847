import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import Testing

/// The JWT bearer grant (RFC 7523 §2.1, §3).
@Suite(.covers("RFC 7523 §2.1, server")) struct JWTBearerTests {
  static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  static let company = "https://idp.company.example"

  static func server(users: (any UserDirectory)? = nil) throws -> TestServer {
    let keys = JSONWebKeySet([try ClientKey.ps256.get().verificationKey])
    let issuer = TrustedIssuer(issuer: company, keys: keys, scope: try Scope(["profile", "notes", "openid"]))
    return try TestServer.withServices(rules: { $0.trustedIssuers = [issuer] }, users: users)
  }

  static func word(
    _ test: TestServer, key: Result<SigningKey, JSONWebKeyError> = ClientKey.ps256, type: String? = nil,
    _ changes: [String: JSONValue] = [:]
  ) throws -> String {
    try test.assertion(
      company, key: key, type: type,
      ["sub": "248289761001", "aud": .string(TestServer.issuer + "/token")].merging(changes) { $1 })
  }

  static func redeem(_ test: TestServer, _ word: String, _ changes: Changes = [:]) async throws -> HTTPAnswer {
    let pairs = [("grant_type", grant), ("assertion", word), ("scope", "profile notes")]
    return await test.post("/token", TestServer.authenticated(pairs, by: try test.assertion(), changes))
  }

  @Test(.covers("question: Does the server support RFC7523 (JWT authentication)"))
  func `A trusted issuer's assertion gives a token for a user, and no refresh token`() async throws {
    let test = try Self.server()
    for audience in [TestServer.issuer, TestServer.issuer + "/token"] {
      let tokens = try TokenAnswer(await Self.redeem(test, Self.word(test, ["aud": .string(audience)])))
      #expect(tokens.refresh == nil && tokens.members["scope"] == "profile notes")
      #expect(try await test.userInfo(tokens.access).members["name"] == "Ada Lovelace")
    }
  }

  static let wrong: [[String: JSONValue]] = [
    ["iss": "https://other.example"], ["iss": .null], ["sub": "nobody"], ["sub": .null],
    ["aud": "https://other.example"],
    ["aud": ["https://login.example", "https://other.example"]], ["aud": .null], ["exp": .null], ["exp": 1_799_999_000],
    ["exp": 1_800_003_631], ["exp": 1_900_000_000], ["nbf": 1_800_000_100], ["iat": 1_800_000_100], ["jti": 7],
  ]

  @Test(.covers("CVE-2026-1486", "CVE-2026-55669", "GHSA-wxg7-w2v3-w38g", "CVE-2026-44428"), arguments: wrong)
  func `An assertion with a wrong claim is invalid_grant`(changes: [String: JSONValue]) async throws {
    let test = try Self.server()
    let answer = try await Self.redeem(test, try Self.word(test, changes))
    #expect(answer.status == 400 && answer.error == "invalid_grant")
  }

  @Test(.covers("rfc8725bis §3.11")) func `A type may have the prefix of its media type`() async throws {
    let test = try Self.server()
    for type in ["application/jwt", "application/authorization-grant+jwt"] {
      #expect(try await Self.redeem(test, Self.word(test, type: type)).status == 200, "\(type)")
    }
    let objects = try TestServer(asking: [try RequestObjects.client()])
    let object = try RequestObjects.signed(type: "application/jwt")
    #expect(await objects.get("/authorize", RequestObjects.request(object)).status == 200)
  }

  @Test(.covers("CVE-2026-11800")) func `An assertion with a wrong signature or type is invalid_grant`() async throws {
    let test = try Self.server()
    for word in [
      try Self.word(test, key: ClientKey.es256), try Self.word(test, type: "at+jwt"),
      try Self.word(test, type: "dpop+jwt"), "x",
      "a.b.c",
    ] {
      #expect(try await Self.redeem(test, word).error == "invalid_grant")
    }
    #expect(try await Self.redeem(test, "x", ["assertion": nil]).error == "invalid_request")
  }

  @Test(.covers("CVE-2025-46815")) func `An assertion with a jti works once`() async throws {
    let test = try Self.server()
    let word = try Self.word(test)
    #expect(try await Self.redeem(test, word).status == 200)
    #expect(try await Self.redeem(test, word).error == "invalid_grant")
    // A request with a mistake doesn't use the assertion up.
    let other = try Self.word(test, ["jti": "other"])
    #expect(try await Self.redeem(test, other, ["scope": "unknown"]).error == "invalid_scope")
    #expect(try await Self.redeem(test, other, ["resource": "https://unknown.example"]).error == "invalid_target")
    #expect(try await Self.redeem(test, other).status == 200)
    #expect(try await Self.redeem(test, other).error == "invalid_grant")
    let without = try Self.word(test, ["jti": .null])
    for _ in 0..<2 { #expect(try await Self.redeem(test, without).status == 200) }
  }

  @Test(.covers("CVE-2026-1609"))
  func `An assertion about a user who was deleted or disabled is invalid_grant`() async throws {
    let people = LeavingDirectory(TestServer.ada.user)
    let test = try Self.server(users: people)
    let word = try Self.word(test)
    people.leave()
    #expect(try await Self.redeem(test, word).error == "invalid_grant")
  }

  @Test(.covers("CVE-2026-79652")) func `The scope is limited by the issuer's scope and the client's`() async throws {
    let test = try Self.server()
    for scope in ["email", "profile email", "openid", "unknown"] {
      #expect(try await Self.redeem(test, Self.word(test), ["scope": scope]).error == "invalid_scope")
    }
  }

  @Test(.covers("CVE-2026-1486")) func `A server without trusted issuers doesn't support the grant`() async throws {
    let test = try TestServer.withServices()
    #expect(try await Self.redeem(test, Self.word(test)).error == "unsupported_grant_type")
    let with = try Self.server()
    let names = { (test: TestServer) in
      try await test.get("/.well-known/openid-configuration").members["grant_types_supported"]?.strings ?? []
    }
    #expect(try await names(with).contains(Self.grant))
    #expect(try await !names(test).contains(Self.grant))
  }
}
