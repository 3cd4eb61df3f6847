import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// RFC 7523 §3 and OpenID Connect Core §9.
@Suite(.covers("RFC 7523 §2.2, server")) struct ClientAssertionTests {
  static func request(_ test: TestServer, by assertion: String, _ changes: Changes = [:]) async -> HTTPAnswer {
    await test.post(
      "/token",
      TestServer.authenticated([("grant_type", "client_credentials"), ("scope", "notes")], by: assertion, changes))
  }

  @Test(
    .covers(
      "question: Does the server support RFC7523 (JWT authentication)", "question: Is JWT authentication implemented"))
  func `A client authenticates with an assertion, with or without its client_id`() async throws {
    let test = try TestServer.withServices()
    for changes in [[:], ["client_id": TestServer.service]] as [Changes] {
      _ = try TokenAnswer(await Self.request(test, by: try test.assertion(), changes))
    }
  }

  @Test(
    .covers("security-topics-update §2.1, server", "question: Is JWT audience checked", "rfc7523bis §4, server"),
    arguments: ["https://login.example", "https://login.example/token"])
  func `The audience is the issuer, or in the older form the endpoint, by itself or in a list`(audience: String)
    async throws
  {
    for form in ClientAssertionForm.allCases {
      let test = try TestServer.withServices(rules: { $0.clientAssertions = form })
      let isAccepted = form == .endpoint || audience == TestServer.issuer
      for value in [JSONValue.string(audience), [.string(audience)]] {
        let assertion = try test.assertion(TestServer.service, type: "client-authentication+jwt", ["aud": value])
        let answer = await Self.request(test, by: assertion)
        #expect(answer.status == (isAccepted ? 200 : 401), "\(form) \(value) \(answer.text)")
        if !isAccepted {
          #expect(try answer.members["error_description"]?.string?.contains(TestServer.issuer + " ") == true)
        }
      }
    }
  }

  @Test(.covers("rfc7523bis §4, server")) func `The explicit type is only needed where the operator requires it`()
    async throws
  {
    for form in ClientAssertionForm.allCases {
      let test = try TestServer.withServices(rules: { $0.clientAssertions = form })
      for type in [nil, "JWT", "client-authentication+jwt"] {
        let answer = await Self.request(test, by: try test.assertion(type: type))
        let isAccepted = form != .typed || type == "client-authentication+jwt"
        #expect(answer.status == (isAccepted ? 200 : 401), "\(form) \(type ?? "")")
      }
    }
  }

  @Test(.covers("rfc8725bis §3.11", "question: Does the server support asymmetric client authentication"))
  func `Every algorithm and every typ that a client may use is accepted`() async throws {
    let test = try TestServer.withServices()
    for key in [ClientKey.es256, ClientKey.rs256, ClientKey.ps256] {
      for type in [
        nil, "JWT", "jwt", "application/jwt", "client-authentication+jwt", "application/client-authentication+jwt",
      ] {
        #expect(await Self.request(test, by: try test.assertion(key: key, type: type)).status == 200)
      }
    }
  }

  // The assertions of Authlib and x/oauth2 are valid for exactly one hour.
  @Test func `An assertion may be valid for an hour, from a client whose clock is half a minute ahead`() async throws {
    let test = try TestServer.withServices()
    for changes in [["exp": 1_800_003_600], ["iat": 1_800_000_030, "exp": 1_800_003_630]] as [[String: JSONValue]] {
      #expect(await Self.request(test, by: try test.assertion(TestServer.service, changes)).status == 200)
    }
  }

  @Test(.covers("CVE-2025-2559"))
  func `The jti of the longest assertion is remembered until the assertion expires`() async throws {
    let test = try TestServer.withServices()
    let assertion = try test.assertion(TestServer.service, ["exp": 1_800_003_630])
    #expect(await Self.request(test, by: assertion).status == 200)
    for seconds in [3_599, 30, 30] {
      test.clock.advance(by: .seconds(seconds))
      #expect(await Self.request(test, by: assertion).error == "invalid_client")
    }
  }

  static let refused: [[String: JSONValue]] = [
    ["iss": "other-service"], ["sub": "other-service"], ["sub": .null], ["iss": .null], ["aud": .null],
    ["aud": "https://other.example"], ["aud": ["https://login.example", "https://other.example"]], ["aud": []],
    ["aud": "https://login.example/"], ["exp": .null], ["exp": 1_799_999_900], ["exp": 1_800_003_631],
    ["exp": 1_900_000_000], ["exp": "1800000060"], ["nbf": 1_800_000_060], ["iat": 1_800_000_060], ["jti": .null],
    ["jti": ""],
    ["jti": .string(String(repeating: "j", count: 257))],
  ]

  @Test(
    .covers(
      "rfc8725bis §3.8", "rfc8725bis §3.9",
      "question: Is JWT issuer checked", "question: Is JWT subject checked", "question: Is JWT expiration checked",
      "question: Is JWT 'issued at' checked", "question: Is JWT 'not before' checked", "CVE-2025-27370"),
    arguments: refused)
  func `An assertion with a wrong claim is rejected`(changes: [String: JSONValue]) async throws {
    let test = try TestServer.withServices()
    let answer = await Self.request(
      test, by: try test.assertion(TestServer.service, changes), ["client_id": TestServer.service])
    #expect(answer.status == 401 && answer.error == "invalid_client")
    #expect(answer.field("WWW-Authenticate") != nil)
  }

  @Test(.covers("rfc8725bis §3.12", "question: Is the JWT signature checked", "question: Is a JWT signature required"))
  func `An assertion with a wrong signature, key, algorithm or typ is rejected`() async throws {
    let test = try TestServer.withServices()
    let secret = try SigningKey(secret: Secret(TestServer.clientSecret), algorithm: .hs256)
    let right = try test.assertion()
    for assertion in [
      try test.assertion(key: ClientKey.stranger), try test.assertion(key: .success(secret)),
      try test.assertion(type: "dpop+jwt"), try test.assertion(type: "at+jwt"), String(right.dropLast(4)) + "AAAA",
      String(right.prefix { $0 != "." }) + "..", "a.b.c", "x",
      // `alg` is `none`: the payload without a signature.
      "eyJhbGciOiJub25lIn0." + right.split(separator: ".")[1] + ".",
    ] {
      let answer = await Self.request(test, by: assertion, ["client_id": TestServer.service])
      #expect(answer.status == 401 && answer.error == "invalid_client")
    }
    #expect(await Self.request(test, by: right).status == 200)
  }

  @Test(.covers("question: Are replayed JWT's detected")) func `An assertion works once, and never for another client`()
    async throws
  {
    let test = try TestServer.withServices()
    let assertion = try test.assertion()
    #expect(await Self.request(test, by: assertion, ["client_id": TestServer.otherService]).error == "invalid_client")
    #expect(await Self.request(test, by: assertion).status == 200)
    #expect(await Self.request(test, by: assertion).error == "invalid_client")
  }

  @Test(.covers("question: Are replayed JWT's detected"))
  func `One of a hundred requests with the same assertion succeeds`() async throws {
    let test = try TestServer.withServices()
    let assertion = try test.assertion()
    let answers = await ConcurrencyTests.simultaneously(100) { await Self.request(test, by: assertion) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
  }

  @Test(.covers("CVE-2026-16093"))
  func
    `A client with keys must use an assertion, and a client with a secret can't use one`()
    async throws
  {
    let test = try TestServer.withServices()
    let grant = [("grant_type", "client_credentials"), ("scope", "notes")]
    for changes in [
      ["client_id": "service"], ["client_id": "service", "client_secret": TestServer.clientSecret],
      ["client_id": TestServer.resourceServer],
    ] as [Changes] {
      #expect(await test.post("/token", TestServer.form(grant, changes)).error == "invalid_client")
    }
    let foreign = try test.assertion(TestServer.resourceServer)
    #expect(await Self.request(test, by: foreign).error == "invalid_client")
    #expect(await Self.request(test, by: try test.assertion("app")).error == "invalid_client")
    #expect(await Self.request(test, by: try test.assertion("nobody")).error == "invalid_client")
  }

  @Test(.covers("CVE-2026-16093"))
  func `Two authentication methods, or half an assertion, are invalid_request`() async throws {
    let test = try TestServer.withServices()
    let assertion = try test.assertion()
    let fields = ClientAuthenticationTests.basic("service", "x")
    let form = TestServer.authenticated([("grant_type", "client_credentials")], by: assertion)
    #expect(await test.post("/token", form, fields: fields).error == "invalid_request")
    #expect(await Self.request(test, by: assertion, ["client_secret": "x"]).error == "invalid_request")
    #expect(await Self.request(test, by: assertion, ["client_assertion_type": nil]).error == "invalid_request")
    #expect(await Self.request(test, by: assertion, ["client_assertion": nil]).error == "invalid_request")
    let saml = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"
    #expect(await Self.request(test, by: assertion, ["client_assertion_type": saml]).error == "invalid_client")
  }

  @Test func `A client's registered algorithm is the only one that is accepted`() async throws {
    let test = try TestServer.withServices({ $0.assertionAlgorithm = .ps256 })
    #expect(await Self.request(test, by: try test.assertion(key: ClientKey.es256)).error == "invalid_client")
    #expect(await Self.request(test, by: try test.assertion(key: ClientKey.ps256)).status == 200)
  }

  @Test func `A client whose keys can't be fetched is rejected without a server error`() async throws {
    let keys = ClientKeys.address(try Endpoint("https://client.example/jwks"))
    let remote = RegisteredClient(
      id: "remote", name: "Remote", kind: .confidential(.privateKeyJWT(keys)), redirectURIs: [],
      scope: try Scope(["notes"]), grants: [.clientCredentials])
    let test = try TestServer.withServices(moreClients: [remote])
    let answer = await Self.request(test, by: try test.assertion("remote"))
    #expect(answer.status == 401 && answer.error == "invalid_client")
  }

  @Test func `Every endpoint for clients accepts assertions, in the older form for its own address`() async throws {
    let strict = try TestServer.withServices()
    let test = try TestServer.withServices(rules: { $0.clientAssertions = .endpoint })
    for path in ["/revoke", "/introspect"] {
      let assertion = try test.assertion(TestServer.service, ["aud": .string(TestServer.issuer + path)])
      let form = TestServer.authenticated([("token", "unknown")], by: assertion)
      #expect(await test.post(path, form).status == 200)
      #expect(await strict.post(path, form).error == "invalid_client")
    }
    let elsewhere = try test.assertion(TestServer.service, ["aud": .string(TestServer.issuer + "/revoke")])
    #expect(await Self.request(test, by: elsewhere).error == "invalid_client")
  }
}
