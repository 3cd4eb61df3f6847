import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import Testing

/// Client authentication and bound tokens with mutual TLS (RFC 8705).
@Suite(.covers("RFC 8705 §2, server")) struct MutualTLSTests {
  static let ecSubject = "CN=Zahl \\C3\\BCrk,UID=p1+OU=Pay,O=Example\\, Inc.,C=DE"

  static func server(
    _ authentication: RegisteredClient.Authentication, _ changing: (inout ClientSettings) -> Void = { _ in }
  ) throws -> TestServer {
    var settings = ClientSettings()
    changing(&settings)
    let client = RegisteredClient(
      id: "bank", name: "Bank", kind: .confidential(authentication),
      redirectURIs: [try RedirectURI(TestServer.redirect)],
      scope: try Scope(["profile", "email", "notes"]), grants: [.authorizationCode, .refreshToken, .clientCredentials],
      settings: settings)
    return try TestServer.withServices(
      rules: { $0.certificateMethods = Set(CertificateMethod.allCases) }, moreClients: [client])
  }

  static func request(_ test: TestServer, _ context: RequestContext, _ changes: Changes = [:]) async -> HTTPAnswer {
    await test.post(
      "/token",
      TestServer.form([("grant_type", "client_credentials"), ("client_id", "bank"), ("scope", "notes")], changes),
      context: context)
  }

  // §2.1.
  @Test(
    .covers("question: Does the server support RFC8705 (mTLS)", "RFC 4514 §2, server"),
    arguments: [
      (PlayedCertificate.ec, ecSubject), (PlayedCertificate.ec, "cn=Zahl ürk, OU=Pay+uid=p1, O=Example\\2C Inc., C=DE"),
      (PlayedCertificate.ec, "2.5.4.3=Zahl ürk,UID=p1+OU=Pay,O=Example\\, Inc.,C=DE"),
      (PlayedCertificate.rsa, "CN=rsa.example"), (PlayedCertificate.ed25519, "CN=ed.example"),
    ])
  func `A trusted certificate with the registered subject authenticates the client`(der: [UInt8], subject: String)
    async throws
  {
    let test = try Self.server(.certificate(subject: subject))
    #expect(await Self.request(test, try PlayedCertificate.context(der)).status == 200)
    #expect(await Self.request(test, try PlayedCertificate.context(der, isTrusted: false)).error == "invalid_client")
    #expect(await Self.request(test, RequestContext()).error == "invalid_client")
  }

  @Test(
    .covers("RFC 4514 §2, server"),
    arguments: [
      "CN=zahl ürk,UID=p1+OU=Pay,O=Example\\, Inc.,C=DE", "UID=p1+OU=Pay,O=Example\\, Inc.,C=DE", "CN=Zahl ürk", "",
      "C=DE,O=Example\\, Inc.,UID=p1+OU=Pay,CN=Zahl ürk", "CN=Zahl ürk,UID=p1,OU=Pay,O=Example\\, Inc.,C=DE", "CN", "=",
      "CN=Zahl ürk,UID=p1+OU=Pay,O=Example, Inc.,C=DE", "XX=Zahl ürk", "CN=a\\", "CN=\\zz", "CN=\"a\"", "CN=#0c01", ",",
      "+",
    ])
  func `A certificate with another subject, or an unreadable one, is rejected`(subject: String) async throws {
    let test = try Self.server(.certificate(subject: subject))
    #expect(await Self.request(test, try PlayedCertificate.context(PlayedCertificate.ec)).error == "invalid_client")
  }

  // §2.2.
  @Test(.covers("question: Does the server support asymmetric client authentication"))
  func `A certificate with one of the client's keys authenticates it, whatever its issuer`() async throws {
    let key = try JSONWebKey([
      "kty": "OKP", "crv": "Ed25519", "x": "8UR4mZ_x_w33InV4z6_Car2rgzGqNRVViMmcCWqJlSQ",
    ])
    let test = try Self.server(.selfSignedCertificate(.set(JSONWebKeySet([key]))))
    for isTrusted in [true, false] {
      let context = try PlayedCertificate.context(PlayedCertificate.ed25519, isTrusted: isTrusted)
      #expect(await Self.request(test, context).status == 200)
    }
    for other in [PlayedCertificate.ec, PlayedCertificate.rsa] {
      #expect(await Self.request(test, try PlayedCertificate.context(other)).error == "invalid_client")
    }
    #expect(await Self.request(test, RequestContext()).error == "invalid_client")
  }

  // RFC 6749 §2.3: a client must not use two methods. A certificate counts only for a client that
  // is registered with one.
  @Test func `A certificate doesn't replace a secret or an assertion, and they don't replace a certificate`()
    async throws
  {
    let test = try Self.server(.certificate(subject: Self.ecSubject))
    let context = try PlayedCertificate.context(PlayedCertificate.ec)
    #expect(await Self.request(test, context, ["client_id": TestServer.service]).error == "invalid_client")
    #expect(await Self.request(test, context, ["client_secret": TestServer.clientSecret]).error == "invalid_client")
    let web = TestServer.redemption("x", ["client_id": "web"])
    #expect(await test.post("/token", web, context: context).error == "invalid_client")
  }

  // §3, §3.1: OpenSSL computed the thumbprint.
  @Test(.covers("RFC 9700 §4.10.1", "question: Does the server support RFC8705 (mTLS)"))
  func `Tokens are bound to the certificate of a client that is registered for bound tokens`() async throws {
    let test = try Self.server(.certificate(subject: Self.ecSubject), { $0.requiresCertificateBinding = true })
    let context = try PlayedCertificate.context(PlayedCertificate.ec)
    let code = try await test.savedCode(for: "bank")
    let form = TestServer.redemption(code, ["client_id": "bank"])
    let tokens = try TokenAnswer(await test.post("/token", form, context: context))
    #expect(tokens.members["token_type"] == "Bearer")
    #expect(
      try await IntrospectionTests.ask(test, tokens.access).members["cnf"]
        == ["x5t#S256": "BiXXWlUXYlGSEu1RVKPdJ5YhucI2qTr1ybFS8rlNrvA"])
    let field: HTTPFields = [.authorization: "Bearer \(tokens.access)"]
    #expect(await test.get("/userinfo", fields: field, context: context).status == 200)
    #expect(await test.get("/userinfo", fields: field).error == "invalid_token")
    let other = try PlayedCertificate.context(PlayedCertificate.rsa)
    #expect(await test.get("/userinfo", fields: field, context: other).error == "invalid_token")
    let members = try await test.get("/.well-known/openid-configuration").members
    #expect(members["tls_client_certificate_bound_access_tokens"] == true)
  }

  // RFC 8414 §2: the metadata lists exactly the methods that work.
  @Test(arguments: [[], [.issued], [.selfSigned], CertificateMethod.allCases])
  func `The metadata lists exactly the methods that the server accepts`(_ methods: [CertificateMethod]) async throws {
    let test = try TestServer.withServices(rules: { $0.certificateMethods = Set(methods) })
    let members = try await test.get("/.well-known/openid-configuration").members
    for endpoint in ["token", "revocation", "introspection"] {
      let announced = try #require(members[endpoint + "_endpoint_auth_methods_supported"]?.strings)
      #expect(announced.filter { $0.contains("tls") } == methods.map(\.rawValue))
    }
    #expect(members["tls_client_certificate_bound_access_tokens"] == (methods.isEmpty ? nil : true))
  }

  // §4: a public client's refresh token is bound to its certificate.
  @Test func `A public client's refresh token needs the certificate that it was issued with`() async throws {
    var settings = ClientSettings()
    settings.requiresCertificateBinding = true
    let open = RegisteredClient(
      id: "open", name: "Open", redirectURIs: [], scope: try Scope(["profile", "email"]), settings: settings)
    let test = try TestServer.withServices(moreClients: [open])
    let context = try PlayedCertificate.context(PlayedCertificate.ec, isTrusted: false)
    let form = TestServer.redemption(try await test.savedCode(for: "open"), ["client_id": "open"])
    #expect(await test.post("/token", form).error == "invalid_request")
    let tokens = try TokenAnswer(await test.post("/token", form, context: context))
    let refresh = TestServer.refreshment(try #require(tokens.refresh), ["client_id": "open"])
    let other = try PlayedCertificate.context(PlayedCertificate.rsa)
    #expect(await test.post("/token", refresh, context: other).error == "invalid_grant")
    #expect(await test.post("/token", refresh, context: context).status == 200)
  }

  @Test(.covers("RFC 4514 §2, server"))
  func `Bytes that aren't a certificate are rejected, and truncated ones never crash`() {
    for length in 0..<PlayedCertificate.ec.count {
      #expect(throws: PeerCertificateError.malformed) {
        try PeerCertificate(der: Array(PlayedCertificate.ec.prefix(length)), isTrusted: true)
      }
    }
    for bytes in [[0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x05, 0x00], [0x30, 0x00]] as [[UInt8]] {
      #expect(throws: PeerCertificateError.malformed) { try PeerCertificate(der: bytes, isTrusted: true) }
    }
  }
}

extension TestServer {
  func post(
    _ path: String, _ form: FormParameters, adding fields: HTTPFields = [:], context: RequestContext
  ) async -> HTTPAnswer {
    var all: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    all.append(contentsOf: fields)
    return await server.respond(
      to: HTTPRequest(
        method: .post, scheme: "https", authority: "login.example", path: path, headerFields: all),
      body: Array(form.formEncoded().utf8), context: context)
  }

  func get(_ path: String, fields: HTTPFields, context: RequestContext) async -> HTTPAnswer {
    await server.respond(
      to: HTTPRequest(method: .get, scheme: "https", authority: "login.example", path: path, headerFields: fields),
      body: [], context: context)
  }
}
