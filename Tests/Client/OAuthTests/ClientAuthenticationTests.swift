import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Client authentication (RFC 7523 §2.2, §3, OpenID Connect Core §9, RFC 8705 §2).
@Suite(.covers("RFC 6749 §2.3.1", "RFC 7523 §2.2", "RFC 8705 §2", "OpenID Core §9")) struct ClientAuthenticationTests {
  private func form(
    _ authentication: ClientAuthentication, server: AuthorizationServerMetadata? = nil, refreshes: Int = 1
  ) async throws -> [ScriptedTransport.Exchange] {
    let transport = ScriptedTransport(results: Array(repeating: .success(Fixture.tokens()), count: refreshes))
    let client = try Fixture.client(transport, authentication: authentication, server: server)
    for _ in 0..<refreshes { _ = try await client.refresh(Secret("rt-1")) }
    return transport.exchanges
  }

  /// Returns the claims of the assertion, whose type the server has to see too.
  private func claims(
    _ exchange: ScriptedTransport.Exchange, _ key: SigningKey, type: String = "client-authentication+jwt"
  ) throws -> [String: JSONValue] {
    #expect(try exchange.form.single("client_id") == "app")
    #expect(
      try exchange.form.single("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    #expect(exchange.request.headerFields[.authorization] == nil)
    #expect(exchange.form.all("client_secret").isEmpty)
    let assertion = try #require(try exchange.form.single("client_assertion"))
    return try JSONWebSignature(compact: assertion)
      .verified(by: JSONWebKeySet([key.verificationKey]), allowing: [key.algorithm], type: .exactly(type)).claims()
  }

  private static func metadata(announcing methods: [JSONValue]?) throws -> AuthorizationServerMetadata {
    let known = try Fixture.metadata()
    var members = known.members
    members["token_endpoint_auth_methods_supported"] = methods.map { .array($0) }
    return try AuthorizationServerMetadata(document: .object(members))
  }

  @Test(arguments: [
    HTTPAnswer.json(["error": "invalid_client"], status: .unauthorized),
    HTTPAnswer(HTTPResponse(status: .unauthorized)),
  ])
  func `A server that rejects a method that it doesn't announce is answered with both names`(
    _ answer: HTTPAnswer
  ) async throws {
    func failure(_ announced: [JSONValue]?) async throws -> EndpointError? {
      let client = try Fixture.client(
        ScriptedTransport(answer), authentication: .clientSecretBasic(Secret("s")),
        server: Self.metadata(announcing: announced))
      return await #expect(throws: EndpointError.self) { try await client.refresh(Secret("rt-1")) }
    }
    let mismatch = try await failure(["client_secret_post", "private_key_jwt"])
    #expect(mismatch?.explanation.contains("client_secret_basic") == true)
    #expect(mismatch?.explanation.contains("announces only client_secret_post, private_key_jwt") == true)
    for announced: [JSONValue]? in [nil, [], ["client_secret_basic"]] {
      let error = try await failure(announced)
      #expect(error?.explanation.contains("announces") == false && error?.remedy.contains("its secret") == true)
      #expect(error?.isRefusal == true)
    }
  }

  @Test(
    .covers("security-topics-update §2.1", "RP FAPI2: test-happy-path: client authentication", "CVE-2025-27370"),
    arguments: [SignatureAlgorithm.es256, .ps256, .edDSA, .rs256])
  func `private_key_jwt sends an assertion for the issuer that lasts a minute`(_ algorithm: SignatureAlgorithm)
    async throws
  {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let exchange = try #require(try await form(.privateKeyJWT(key)).first)
    let claims = try claims(exchange, key)
    let now = Fixture.now
    #expect(claims["iss"] == "app" && claims["sub"] == "app")
    #expect(claims["aud"] == "https://as.example")
    #expect(claims["iat"] == .integer(now) && claims["exp"] == .integer(now + 60))
    #expect((claims["jti"]?.string?.utf8.count ?? 0) == 22)
  }

  @Test(.covers("rfc7523bis §4"))
  func `Only an assertion for the issuer has the type of client authentication`() async throws {
    let key = try SigningKey.generate(.es256)
    let exchange = try #require(try await form(.privateKeyJWT(key)).first)
    #expect(try claims(exchange, key)["aud"] == "https://as.example")
    let older = try #require(try await form(.privateKeyJWT(key, audience: .tokenEndpoint)).first)
    #expect(try claims(older, key, type: "JWT")["aud"] == "https://as.example/token")
  }

  @Test func `client_secret_jwt signs with the secret and never sends it`() async throws {
    let secret = "a secret of more than thirty-two bytes"
    let key = try SigningKey(secret: Secret(secret), algorithm: .hs256)
    let exchange = try #require(try await form(.clientSecretJWT(key, audience: .tokenEndpoint)).first)
    #expect(try claims(exchange, key, type: "JWT")["aud"] == "https://as.example/token")
    #expect(!String(decoding: exchange.body, as: UTF8.self).contains("thirty-two"))
  }

  @Test func `A secret that is shorter than the hash can't be a key`() {
    #expect(throws: JSONWebKeyError.weak("alg")) { try SigningKey(secret: Secret("short"), algorithm: .hs256) }
  }

  @Test func `No two assertions are the same`() async throws {
    let key = try SigningKey.generate(.es256)
    let exchanges = try await form(.privateKeyJWT(key), refreshes: 3)
    let identifiers = try exchanges.map { try claims($0, key)["jti"]?.string }
    #expect(Set(identifiers).count == 3)
  }

  // RFC 6749 §2.3.1, §4.1.3 and appendix B. The last example is derived from them.
  @Test(arguments: [
    ("s6BhdRkqt3", "gX1fBat3bV", "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW"),
    ("s6BhdRkqt3", "7Fjfp0ZBr1KtDRbnfVdmIw", "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3"),
    (
      "my:client id", "p+w %&=/\u{20AC}",
      "Basic bXklM0FjbGllbnQraWQ6cCUyQncrJTI1JTI2JTNEJTJGJUUyJTgyJUFD"
    ),
  ])
  func `The examples of RFC 6749 are reproduced`(
    _ id: String, _ secret: String, _ field: String
  ) async throws {
    let transport = ScriptedTransport(Fixture.tokens())
    let client = OAuthClient(
      id: id, authentication: .clientSecretBasic(Secret(secret)), server: try Fixture.metadata(), transport: transport)
    _ = try await client.refresh(Secret("rt"))
    #expect(transport.exchanges.first?.request.headerFields[.authorization] == field)
    #expect(FormParameters.formEncode(" %&+\u{A3}\u{20AC}") == "+%25%26%2B%C2%A3%E2%82%AC")
  }

  @Test func `A server that doesn't decode gets id and secret as in RFC 7617`() async throws {
    let exchange = try #require(try await form(.clientSecretBasicWithoutEncoding(Secret("p:w d%+"))).first)
    // base64 of "app:p:w d%+"
    #expect(exchange.request.headerFields[.authorization] == "Basic YXBwOnA6dyBkJSs=")
  }

  @Test(
    .covers("RP FAPI2: test-happy-path: mutual TLS"),
    arguments: [ClientAuthentication.tlsClientAuth, .selfSignedTLSClientAuth])
  func `Mutual TLS sends the id and asks the endpoint that the server has for it`(
    _ authentication: ClientAuthentication
  ) async throws {
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"),
      members: ["mtls_endpoint_aliases": ["token_endpoint": "https://mtls.as.example/token"]])
    let exchange = try #require(try await form(authentication, server: server).first)
    #expect(exchange.request.authority == "mtls.as.example")
    #expect(try exchange.form.single("client_id") == "app")
    #expect(exchange.form.all("client_assertion").isEmpty && exchange.request.headerFields[.authorization] == nil)
    let elsewhere = try #require(try await form(.none, server: server).first)
    #expect(elsewhere.request.authority == "as.example")
  }

  @Test func `An assertion that the server repeats is withheld from the error`() async throws {
    let key = try SigningKey.generate(.es256)
    let transport = EchoingTransport(parameter: "client_assertion")
    let client = try Fixture.client(transport, authentication: .privateKeyJWT(key))
    let error = await #expect(throws: EndpointError.self) { try await client.refresh(Secret("rt-1")) }
    let text = String(describing: try #require(error))
    #expect(text.contains("[redacted]") && !text.contains("eyJ"))
  }

  @Test func `Every method has its registered name`() throws {
    let key = try SigningKey.generate(.es256)
    let secret = Secret("s")
    let names = [
      ClientAuthentication.none, .clientSecretBasic(secret), .clientSecretBasicWithoutEncoding(secret),
      .clientSecretPost(secret), .clientSecretJWT(key), .privateKeyJWT(key), .tlsClientAuth, .selfSignedTLSClientAuth,
    ].map(\.method)
    #expect(
      names == [
        "none", "client_secret_basic", "client_secret_basic", "client_secret_post", "client_secret_jwt",
        "private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth",
      ])
  }
}

/// A server that refuses, and repeats a parameter of the request in its error description.
private struct EchoingTransport: HTTPTransport {
  let parameter: String

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let value = try FormParameters(decoding: body).single(parameter) ?? ""
    // The part that fits into the 300 characters of an error description.
    return .json(["error": "invalid_client", "error_description": .string("bad: " + value)], status: .badRequest)
  }
}
