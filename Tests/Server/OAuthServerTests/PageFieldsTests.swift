import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

// RFC 9700 §4.16: protection against clickjacking. Other servers load styles from other sites.
@Suite("A page's header fields")
struct PageFieldsTests {
  @Test(
    "forbid frames, scripts, foreign content and caching, on every page",
    .covers("RFC 9700 §4.16", "question: Authorization page has Content Security Policy", "CVE-2025-67495"))
  func everyPage() async throws {
    let test = try TestServer()
    for answer in [
      await test.get("/authorize", TestServer.authorization()),
      await test.get("/authorize", TestServer.authorization(["client_id": "nobody"])),
      await test.decide(TestServer.authorization(), ["password": "wrong"]),
      await test.decide(TestServer.authorization(), ["decision": "maybe"]),
      await test.decide(TestServer.authorization(), fields: [.origin: "null"]),
    ] {
      let policy = try Self.policy(answer)
      #expect(policy["default-src"] == "'none'")
      #expect(policy["frame-ancestors"] == "'none'")
      #expect(policy["base-uri"] == "'none'")
      #expect(policy["script-src"] == nil)
      #expect(try #require(policy["style-src"]).hasPrefix("'sha256-"))
      #expect(answer.field("Content-Security-Policy")?.contains("unsafe") == false)
      #expect(answer.field("X-Frame-Options") == "DENY")
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Referrer-Policy") == "same-origin")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(answer.field("Content-Type") == "text/html; charset=utf-8")
    }
  }

  @Test(
    "let the form go to the server and, for Chromium, on to the client and any https redirect",
    .covers("question: Authorization page has Content Security Policy"),
    arguments: [
      (TestServer.redirect, "'self' https:"),
      ("http://127.0.0.1:49152/callback", "'self' https: http://127.0.0.1:49152"),
      ("http://[::1]:49152/callback", "'self' https: http:"),
      ("com.example.app:/callback", "'self' https: com.example.app:"),
    ])
  func formAction(uri: String, expected: String) async throws {
    let answer = try await TestServer().get("/authorize", TestServer.authorization(["redirect_uri": uri]))
    #expect(try Self.policy(answer)["form-action"] == expected)
  }

  @Test("of an error page allow no form at all")
  func errorPage() async throws {
    let answer = try await TestServer().get("/authorize", TestServer.authorization(["client_id": nil]))
    #expect(try Self.policy(answer)["form-action"] == "'none'")
  }

  @Test("aren't changed by a host with a semicolon in it (RFC 3986 section 3.2.2)")
  func injection() async throws {
    let uri = "https://a;script-src%20*/callback"
    guard let redirect = try? RedirectURI(uri) else { return }
    let client = RegisteredClient(
      id: "app", name: "App", redirectURIs: [redirect], scope: try Scope(["profile", "email"]))
    let test = try TestServer(clients: InMemoryClientStore([client]))
    let policy = try Self.policy(await test.get("/authorize", TestServer.authorization(["redirect_uri": uri])))
    #expect(policy["form-action"] == "'self' https:")
    #expect(policy["script-src"] == nil)
  }

  static func policy(_ answer: HTTPAnswer) throws -> [String: String] {
    let text = try #require(answer.field("Content-Security-Policy"))
    let directives = text.split(separator: "; ").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    return Dictionary(uniqueKeysWithValues: directives.map { ($0[0], $0.count > 1 ? $0[1] : "") })
  }
}

extension PageFieldsTests {
  static func client(logo: String?) throws -> RegisteredClient {
    var settings = ClientSettings()
    settings.logo = try logo.map { try Endpoint($0) }
    return RegisteredClient(
      id: "app", name: "App", redirectURIs: [try RedirectURI(TestServer.redirect)],
      scope: try Scope(["profile", "email"]), settings: settings)
  }

  @Test(
    arguments: [
      ("https://cdn.example/logo.png", "https://cdn.example"),
      ("https://cdn.example:8443/a?b", "https://cdn.example:8443"),
      ("https://[2001:db8::1]/logo.png", nil), ("http://127.0.0.1/logo.png", nil), (nil, nil),
    ] as [(String?, String?)])
  func `let a client's logo be loaded, only from its own origin and only with https`(
    _ logo: String?, _ expected: String?
  ) async throws {
    let test = try TestServer(clients: InMemoryClientStore([Self.client(logo: logo)]))
    let answer = await test.get("/authorize", TestServer.authorization())
    #expect(try Self.policy(answer)["img-src"] == expected)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect((page.client.links.logo != nil) == (expected != nil))
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "http://evil.example/", "//evil.example", "/a", "https://", "vbscript:x",
    "",
  ])
  func `go with links that lead only to https addresses`(_ address: String) {
    let links = ClientLinks(logo: address, website: address, policy: address, terms: address)
    #expect(links == ClientLinks())
  }

  @Test func `of a device's page allow no logo of another client`() async throws {
    let test = try TestServer.forDevices()
    #expect(try Self.policy(await test.get("/device"))["img-src"] == nil)
  }
}
