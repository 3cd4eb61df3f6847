import Evidence
import HTTPTypes
import HummingbirdTesting
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("Forwarded requests", .covers("RFC 10017 §6.1.3.6, web")) struct ForwardingMiddlewareTests {
  private let api: TestAPI

  init() throws {
    api = try TestAPI()
  }

  @Test func `reach the API with the user's token, and the browser gets the answer without it`() async throws {
    try await api.run { [api] client, browser in
      api.answer(.json(["note": "Buy milk"], status: .created))
      let answer = try await browser.fetch(
        "/api/notes/7?tag=%C3%A9&page[size]=2", .post, at: client, [.contentType: "application/json"], body: "{\"a\":1}"
      )
      #expect(answer.status == .created && answer.members == ["note": "Buy milk"])
      let token = try await browser.open("/api", at: client).text
      let received = try #require(api.received.first)
      #expect(
        received.head.method == .post && received.head.scheme == "https" && received.head.authority == "api.example")
      #expect(received.head.path == "/v1/notes/7?tag=%C3%A9&page[size]=2" && received.body == "{\"a\":1}")
      #expect(received.head.headerFields[.authorization] == "Bearer " + token)
      #expect(received.head.headerFields[.contentType] == "application/json")
      #expect(received.limits == HTTPLimits(timeout: .seconds(7), answerBytes: 99))
      let me = try await browser.fetch("/api/me", at: client)
      #expect(me.members == ["path": "/v1/users/me"] && !me.text.contains(token))
      #expect(try await browser.fetch("/api/notes/", at: client).members == ["path": "/v1/notes/"])
      #expect(try await browser.fetch("/api/notes/a/b%20c/", at: client).members == ["path": "/v1/notes/a/b%20c/"])
      let head = try await browser.fetch("/api/me", .head, at: client)
      #expect(head.status == .ok && head.text.isEmpty && api.received.last?.head.method == .head)
      #expect(api.received.count == 5)
    }
  }

  @Test(.covers("attack: fields that a proxy of an application passes on", "RFC 9110 §7.6.1, web"))
  func `carry no cookies, no other credentials and nothing that belongs to a connection`() async throws {
    try await api.run { [api] client, browser in
      browser.set("other", "1")
      let names = [
        "Authorization", "DPoP", "Proxy-Authorization", "Connection", "Keep-Alive", "TE", "Upgrade", "X-Forwarded-For",
        "X-Forwarded-Host", "Forwarded", "X-HTTP-Method-Override", "X-Original-URL", "Referer", "Accept-Encoding",
        "Via",
        "User-Agent", "Range",
      ]
      var fields: HTTPFields = [.accept: "application/json", .ifMatch: "\"1\"", .idempotencyKey: "k"]
      for name in names { fields[try #require(HTTPField.Name(name))] = "secret" }
      _ = try await browser.fetch("/api/notes/7", .delete, at: client, fields)
      let received = try #require(api.received.first?.head.headerFields)
      #expect(received[.accept] == "application/json" && received[.ifMatch] == "\"1\"")
      #expect(received[.idempotencyKey] == "k")
      #expect(!received.contains { $0.value == "secret" || $0.value.contains(browser.session ?? "?") })
      #expect(
        Set(received.map(\.name.canonicalName)) == [
          "accept", "authorization", "idempotency-key", "if-match", "user-agent",
        ])
      fields[.connection] = "close, Idempotency-Key"
      _ = try await browser.fetch("/api/notes/7", .delete, at: client, fields)
      #expect(api.received.last?.head.headerFields[.idempotencyKey] == nil)
      #expect(api.received.last?.head.headerFields[.ifMatch] == "\"1\"")
    }
  }

  @Test(.covers("attack: fields that a proxy of an application passes on"))
  func `bring back no cookies, and nothing that the browser would obey`() async throws {
    try await api.run { [api] client, browser in
      let session = browser.session
      var answer = HTTPAnswer(HTTPResponse(status: .ok), body: Array("<script>alert(1)</script>".utf8))
      let names = [
        "Set-Cookie", "Location", "Refresh", "Clear-Site-Data", "Access-Control-Allow-Origin", "WWW-Authenticate",
        "Content-Security-Policy", "Strict-Transport-Security", "Service-Worker-Allowed", "Link", "Connection",
        "Transfer-Encoding", "Cross-Origin-Resource-Policy", "Cache-Control", "X-Frame-Options",
      ]
      for name in names {
        answer.response.headerFields[try #require(HTTPField.Name(name))] = "__Host-session=foreign"
      }
      answer.response.headerFields[.contentType] = "text/html"
      answer.response.headerFields[.eTag] = "\"1\""
      answer.response.headerFields[.idempotencyKey] = "k"
      api.answer(answer)
      let forwarded = try await browser.fetch("/api/notes/7", at: client)
      #expect(forwarded.text == "<script>alert(1)</script>" && browser.session == session)
      #expect(!forwarded.headers.contains { $0.value.contains("foreign") })
      #expect(forwarded.headers[.eTag] == "\"1\"" && forwarded.headers[.idempotencyKey] == "k")
      // If the browser showed the answer as a page, its scripts would not run.
      #expect(forwarded.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      #expect(forwarded.headers[.xContentTypeOptions] == "nosniff")
      #expect(forwarded.headers[.cacheControl]?.contains("no-store") == true)
    }
  }

  @Test(
    .covers("attack: a proxy of an application as a way to other addresses"),
    arguments: [
      "..", ".", "../admin", "a/../../admin", "a/./b", "%2e%2e/admin", "%2E%2e%2Fadmin", ".%2e/admin", "a%2f..%2fadmin",
      "..%5cadmin", "..\\admin", "%5c", "..;/admin", "..;a=b/admin", "..%3B/admin", "a;b", "%252e%252e/admin", "%25",
      "/admin", "a//b", "//evil.example/", "%00", "a%0d%0aHost:%20evil", "%0a", "%7f", "%c0%ae%c0%ae/admin", "%ff",
      "..%20/admin", "%20", ".../admin", "a#b", "a b", "a\u{E9}", "%", "%2", "%zz", "%+1", "a\"", "<a>", "?a=%",
      "?a=%zz",
      "?a#b", "?a b", "?a=\u{E9}", "?a=\"",
    ])
  func `have a path that every server reads alike`(rest: String) async throws {
    try await api.run { [api] client, browser in
      let answer = try await browser.fetch("/api/notes/" + rest, at: client)
      #expect(answer.problem == "400 path_not_accepted")
      #expect(api.received.isEmpty)
    }
  }

  @Test(
    .covers("attack: a proxy of an application as a way to other addresses"),
    arguments: [
      "/api/notes", "/api/notes.evil.example/", "/api/notesx/", "/api/me/", "/api/me/x", "/api/mex", "/api/me%2f",
      "/API/me",
      "/api/m%65", "//api/me", "/api//me", "/./api/me", "https://api.example/v1/users/me",
      "https://evil.example/api/me",
      "@evil.example/api/me", "/api/me\u{301}", "api/me", "*",
    ])
  func `outside of the named paths aren't forwarded`(target: String) async throws {
    try await api.run { [api] client, browser in
      let answer = try await browser.fetch(target, at: client)
      #expect(answer.status != .ok)
      #expect(api.received.isEmpty)
    }
  }

  @Test func `are limited in method, length and size`() async throws {
    try await api.run { [api] client, browser in
      let put = try await browser.fetch("/api/notes/7", .put, at: client)
      #expect(put.problem == "405 method_not_allowed" && put.headers[.allow] == "DELETE, GET, HEAD, POST")
      let post = try await browser.fetch("/api/me", .post, at: client)
      #expect(post.problem == "405 method_not_allowed" && post.headers[.allow] == "GET, HEAD")
      let long = try await browser.fetch("/api/notes/" + String(repeating: "a", count: 8_192), at: client)
      #expect(long.problem == "400 path_not_accepted")
      let body = try await browser.fetch("/api/notes/7", .post, at: client, body: "12345678901")
      #expect(body.problem == "413 request_too_large")
      #expect(api.received.isEmpty)
      #expect(try await browser.fetch("/api/notes/7", .post, at: client, body: "1234567890").status == .ok)
      #expect(api.received.map(\.body) == ["1234567890"])
    }
  }

  @Test func `use the API whose path is the longest`() async throws {
    let apis = [
      try ForwardedAPI("/api/", to: Endpoint(TestAPI.origin + "/")),
      try ForwardedAPI("/api/notes/", to: Endpoint(TestAPI.origin + "/v1/notes/"), methods: [.post]),
    ]
    try await api.run(nil, apis) { client, browser in
      let (outer, inner) = try await (browser.fetch("/api/x", at: client), browser.fetch("/api/notes/x", at: client))
      #expect(outer.members == ["path": "/x"] && inner.problem == "405 method_not_allowed")
      // RFC 3986 §6.2.2.2: the same path, so the rules of the inner API count.
      for method in [HTTPRequest.Method.get, .post] {
        let encoded = try await browser.fetch("/api/%6eotes/x", method, at: client, body: method == .post ? "x" : "")
        #expect(encoded.status == (method == .get ? .methodNotAllowed : .badRequest))
      }
    }
  }

  @Test func `that the API rejects are sent once more with a new token`() async throws {
    try await api.run { [api] client, browser in
      let refreshes = api.site.transport.count("/token")
      let rejection = HTTPAnswer(
        HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: #"Bearer error="invalid_token""#]))
      api.answer(rejection)
      let answer = try await browser.fetch("/api/notes/7", .post, at: client, body: "x")
      #expect(answer.status == .ok && api.site.transport.count("/token") == refreshes + 1)
      #expect(api.received.map(\.body) == ["x", "x"])
      #expect(Set(api.received.compactMap { $0.head.headerFields[.authorization] }).count == 2)
      // An API that accepts no token ends nothing, and its 401 doesn't look like the application's.
      api.site.clock.advance(by: .seconds(60))
      for _ in 0..<2 { api.answer(rejection) }
      let rejected = try await browser.fetch("/api/me", at: client)
      #expect(rejected.problem == "502 token_rejected" && rejected.headers[.setCookie] == nil)
      #expect(api.received.count == 4 && api.site.transport.count("/token") == refreshes + 2)
      #expect(try await browser.fetch("/api/me", at: client).status == .ok)
    }
  }

  @Test func `without a valid grant end the session, and say so`() async throws {
    try await api.run { [api] client, browser in
      api.site.transport.answer("/token", with: .json(["error": "invalid_grant"], status: .badRequest))
      api.answer(HTTPAnswer(HTTPResponse(status: .unauthorized)))
      let answer = try await browser.fetch("/api/me", at: client)
      #expect(answer.problem == "401 sign_in_needed" && browser.session == nil && answer.headers[.clearSiteData] != nil)
    }
  }

  @Test func `without a token for now leave the session, and name the pause`() async throws {
    try await api.run { [api] client, browser in
      for _ in 0..<3 {
        api.site.clock.advance(by: .seconds(1_300))
        _ = try await browser.open("/", at: client)
      }
      var busy = HTTPAnswer.json([:], status: .serviceUnavailable)
      busy.response.headerFields[.retryAfter] = "17"
      api.site.transport.answer("/token", with: busy)
      let answer = try await browser.fetch("/api/me", at: client)
      #expect(answer.problem == "503 temporarily_no_token" && answer.headers[.retryAfter] == "17")
      #expect(browser.session != nil && api.received.isEmpty)
    }
  }

  @Test func `to an API that doesn't answer as it should get an error in JSON`() async throws {
    try await api.run { [api] client, browser in
      for (kind, problem) in [
        (.timedOut, "504 timed_out"), (.connectionFailed, "502 connection_failed"), (.tlsFailed, "502 tls_failed"),
        (.answerTooLarge, "502 answer_too_large"), (.brokenAnswer, "502 broken_answer"),
      ] as [(HTTPTransportError.Kind, String)] {
        api.fail(kind)
        let answer = try await browser.fetch("/api/me", at: client)
        #expect(answer.problem == problem && !answer.text.contains("api.example"))
      }
      for status in [301, 302, 303, 307, 308, 407] {
        api.answer(
          HTTPAnswer(HTTPResponse(status: .init(code: status), headerFields: [.location: "https://evil.example/"])))
        let answer = try await browser.fetch("/api/me", at: client)
        #expect(answer.problem == "502 answer_not_forwarded" && answer.headers[.location] == nil)
      }
      for status in [204, 304, 403, 404, 409, 429, 500, 503] {
        api.answer(HTTPAnswer(HTTPResponse(status: .init(code: status))))
        #expect(try await browser.fetch("/api/me", at: client).status.code == status)
      }
    }
  }

  @Test(.covers("attack: a proxy of an application as a way to other addresses"))
  func `take only tokens of a provider that the API belongs to`() async throws {
    let other = try api.client("other", resources: [])
    let instance = try api.instance([other, try api.client()])
    try await api.run(instance) { [api] client, browser in
      #expect(try await browser.fetch("/api/me", at: client).status == .ok)
      let stranger = TestBrowser()
      let callback = try await stranger.callback(at: client, of: api.site, provider: "other")
      _ = try await stranger.open(callback, at: client, site: "cross-site")
      #expect(try await stranger.fetch("/sign-in/session.json", at: client).members["provider"] == "other")
      #expect(try await stranger.fetch("/api/me", at: client).problem == "403 forbidden")
      #expect(api.received.count == 1)
    }
  }

  @Test func `need an API that can be forwarded to`() throws {
    let origin = TestAPI.origin
    for (path, address) in [
      ("/", origin + "/"), ("api/", origin + "/"), ("/api", origin + "/"), ("/api/", origin), ("/api/", origin + "/v1"),
      ("/a/../b", origin + "/x"), ("/api?x", origin + "/x"), ("/api", origin + "/x?y=1"),
      ("//evil.example/", origin + "/"),
    ] {
      #expect(throws: WebSignInError.forwardedAPI(path)) { try ForwardedAPI(path, to: Endpoint(address)) }
    }
    let address = try Endpoint(origin + "/x")
    for name in [
      "Cookie", "set-cookie", "Authorization", "DPoP", "Host", "Connection", "Transfer-Encoding", "Content-Length",
      "Location", "Access-Control-Allow-Origin", "Proxy-Authorization", "X-Forwarded-For", "X-CSRF", "Sec-Fetch-Site",
      "Content-Security-Policy", "Clear-Site-Data",
    ] {
      let name = try #require(HTTPField.Name(name))
      #expect(throws: WebSignInError.forwardedAPI("/x")) { try ForwardedAPI("/x", to: address, fields: [name]) }
    }
    for method in [.connect, .trace] as [HTTPRequest.Method] {
      #expect(throws: WebSignInError.forwardedAPI("/x")) { try ForwardedAPI("/x", to: address, methods: [method]) }
    }
    #expect(throws: WebSignInError.forwardedAPI("/x")) { try ForwardedAPI("/x", to: address, bodyBytes: -1) }
  }

  @Test func `need a store, and a provider that the API belongs to`() throws {
    func middleware(
      _ signIn: WebSignIn, _ apis: [ForwardedAPI]
    ) throws -> ForwardingMiddleware<BasicSessionRequestContext> {
      try ForwardingMiddleware(signIn, to: apis)
    }
    let apis = try TestAPI.apis()
    #expect(throws: WebSignInError.noStore) { try middleware(api.instance(nil, .cookieUntilExpiry), apis) }
    #expect(throws: WebSignInError.forwardedAPI("/api/me")) { try middleware(api.instance(), apis + [apis[1]]) }
    for resources in [[], ["https://api.example:8443"], ["https://api.example.evil.example"], ["http://localhost"]] {
      let instance = try api.instance([try api.client(resources: resources)])
      #expect(throws: WebSignInError.forwardedAPI("/api/notes/")) { try middleware(instance, apis) }
    }
  }
}
