import Evidence
import OAuthCore
import OAuthServer
import Testing

// Other servers match redirect URIs by prefix, or match the port of a loopback address exactly. RFC
// 8252 §7.3 requires any loopback port to work.
@Suite("A redirect URI", .covers("RFC 6749 §3.1, server", "RFC 9700 §2.1, server"))
struct RedirectMatchingTests {
  @Test(
    "is accepted if it is registered, or differs only in a loopback address's port (RFC 8252 section 7.3)",
    .covers("question: Does the server match the full redirect URI exactly"),
    arguments: [
      "https://app.example/callback", "http://127.0.0.1/callback", "http://127.0.0.1:80/callback",
      "http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback", "http://[::1]/callback",
      "http://[::1]:49152/callback", "com.example.app:/callback",
    ])
  func taken(uri: String) async throws {
    let test = try TestServer()
    let answer = await test.decide(TestServer.authorization(["redirect_uri": uri]))
    #expect(answer.status == 303)
    #expect(try #require(answer.field("Location")).hasPrefix(uri + "?code="))
  }

  @Test(
    "is rejected if it differs in anything else (RFC 9700 section 2.1)",
    .covers(
      "RFC 10017 §6.3.3.2, server",
      "RFC 9700 §4.1.1", "RFC 9700 §4.11.1", "question: Can the authorization code be polluted",
      "question: Is the authorization server vulnerable to path confusion",
      "question: Does the server match the full redirect URI exactly",
      "question: Does the server match the redirect URI's hostname and path exactly", "CVE-2026-28512", "CVE-2024-8883",
      "GHSA-rfq3-w54c-f9q5", "CVE-2024-52289", "CVE-2026-18209", "CVE-2026-50090", "CVE-2025-4143"),
    arguments: [
      "https://app.example/callback/", "https://app.example/callback/more", "https://app.example/callbackmore",
      "https://app.example/call", "https://app.example/", "https://app.example", "https://app.example:443/callback",
      "https://app.example:8443/callback", "https://app.example/callback?", "https://app.example/callback?next=x",
      "https://app.example/callback#", "https://app.example/callback#x", "https://app.example/Callback",
      "https://APP.example/callback", "HTTPS://app.example/callback", "http://app.example/callback",
      "https://app.example.evil.example/callback", "https://evil.example/https://app.example/callback",
      "https://app.example@evil.example/callback", "https://evil@app.example/callback",
      "https://app.example/../callback", "https://app.example/%63allback", "https://app.example//callback",
      "https://app.example\\callback", " https://app.example/callback", "https://app.example/callback ",
      "http://localhost/callback", "http://localhost:8080/callback", "http://127.0.0.1/callback/",
      "http://127.0.0.1:8080/", "http://127.0.0.1:8080/callback?x", "http://127.0.0.1:8080/Callback",
      "http://127.0.0.1:0/callback", "http://127.0.0.1:65536/callback", "http://127.0.0.1:/callbac",
      "http://127.0.0.2:8080/callback", "http://127.1:8080/callback", "http://2130706433/callback",
      "http://user@127.0.0.1:8080/callback", "http://127.0.0.1:8080@evil.example/callback",
      "HTTP://127.0.0.1:8080/callback", "https://127.0.0.1:8080/callback", "http://[0:0:0:0:0:0:0:1]:8080/callback",
      "com.example.app:/Callback", "com.example.app:callback", "com.example.app://callback",
      "com.example.app.evil:/callback", "/callback", "//app.example/callback", "callback", "*",
      "https://app.example/callback\u{0}", "https://app.example/callback\r\nSet-Cookie: a=b",
    ])
  func refused(uri: String) async throws {
    let test = try TestServer()
    let answer = await test.decide(TestServer.authorization(["redirect_uri": uri]))
    #expect(answer.status == 400)
    #expect(answer.field("Location") == nil)
  }

  @Test("keeps a registered query, and gets its parameters after it (RFC 6749 section 3.1.2)")
  func query() async throws {
    let uri = "https://app.example/callback?tenant=1"
    let client = RegisteredClient(
      id: "app", name: "App", redirectURIs: [try RedirectURI(uri)], scope: try Scope(["profile", "email"]))
    let test = try TestServer(clients: InMemoryClientStore([client]))
    let answer = await test.decide(TestServer.authorization(["redirect_uri": uri]))
    #expect(try #require(answer.field("Location")).hasPrefix(uri + "&code="))
  }

  @Test("of another client is rejected", .covers("RFC 9700 §4.1.1", "CVE-2025-4143"))
  func otherClient() async throws {
    let scope = try Scope(["profile", "email"])
    let test = try TestServer(
      clients: InMemoryClientStore([
        RegisteredClient(id: "app", name: "A", redirectURIs: [try RedirectURI("https://a.example/")], scope: scope),
        RegisteredClient(id: "b", name: "B", redirectURIs: [try RedirectURI("https://b.example/")], scope: scope),
      ]))
    let request = TestServer.authorization(["redirect_uri": "https://b.example/"])
    #expect(await test.get("/authorize", request).status == 400)
  }
}
