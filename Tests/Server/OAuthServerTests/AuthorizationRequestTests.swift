import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

@Suite("An authorization request", .covers("RFC 6749 §3.1, server"))
struct AuthorizationRequestTests {
  @Test("gets the sign-in page, by GET and by POST (OpenID Connect Core section 3.1.2.1)")
  func page() async throws {
    let test = try TestServer()
    let request = TestServer.authorization()
    #expect(await test.get("/authorize", request).status == 200)
    #expect(await test.post("/authorize", request).status == 200)
    guard case .signIn(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.client.name == "Example App")
    #expect(page.permissions == [.profile, .email])
    #expect(page.destination == .website("app.example"))
    #expect(page.issuer == TestServer.issuer)
    #expect(page.action == "/authorize/decision")
    #expect(page.problem == nil)
    #expect(page.username.isEmpty)
  }

  @Test("shows the destination of the answer in words that an impostor can't choose")
  func destination() async throws {
    let test = try TestServer()
    for (redirect, expected) in [
      ("http://127.0.0.1:49152/callback", Destination.thisDevice("127.0.0.1:49152")),
      ("com.example.app:/callback", .app(scheme: "com.example.app")),
    ] {
      _ = await test.get("/authorize", TestServer.authorization(["redirect_uri": redirect]))
      guard case .signIn(let page) = test.pages.last else { throw Unexpected() }
      #expect(page.destination == expected)
    }
  }

  // Without a trusted redirect URI every error stays on a page, PKCE errors and `prompt=none`
  // included.
  @Test(
    "without a known client or a registered redirect URI gets an error page and no redirect (RFC 6749 section 4.1.2.1)",
    .covers("RFC 9700 §4.17", "CVE-2026-44681", "CVE-2026-41479"),
    arguments: [
      ["client_id": nil], ["client_id": ""], ["client_id": "nobody"], ["redirect_uri": nil], ["redirect_uri": ""],
      ["redirect_uri": "https://evil.example/callback"], ["redirect_uri": "not a uri"],
      ["redirect_uri": "javascript:alert(1)"], ["response_mode": "web_message"], ["response_mode": "jwt"],
    ] as [Changes])
  func errorPage(changes: Changes) async throws {
    let test = try TestServer()
    // Further errors in the request change nothing.
    for more in [[:], ["response_type": "token"], ["code_challenge": nil], ["prompt": "none"]] as [Changes] {
      let request = TestServer.authorization(changes.merging(more) { first, _ in first })
      for answer in [
        await test.get("/authorize", request), await test.post("/authorize", request), await test.decide(request),
        await test.decide(request, ["decision": "deny"]),
      ] {
        #expect(answer.status == 400)
        #expect(answer.field("Location") == nil)
        #expect(answer.text.hasPrefix("error:"))
      }
    }
  }

  // Swift's `==` treats the Kelvin sign as equal to the letter K.
  @Test("with a client_id that equals a registered one only by Swift's Unicode rules gets an error page")
  func equalClientID() async throws {
    let client = RegisteredClient(
      id: "Kiosk", name: "Kiosk", redirectURIs: [try RedirectURI(TestServer.redirect)],
      scope: try Scope(["profile", "email"]))
    let test = try TestServer(clients: InMemoryClientStore([client]))
    #expect(await test.get("/authorize", TestServer.authorization(["client_id": "Kiosk"])).status == 200)
    let answer = await test.get("/authorize", TestServer.authorization(["client_id": "\u{212A}iosk"]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(
    "with client_id or redirect_uri twice gets an error page",
    .covers("question: Does the authorization endpoint allow a parameter twice"),
    arguments: ["client_id", "redirect_uri", "response_mode"])
  func repeatedIdentity(name: String) async throws {
    let test = try TestServer()
    var request = TestServer.authorization(["response_mode": "query"])
    request.append(name, try #require(try request.single(name)))
    let answer = await test.get("/authorize", request)
    #expect(answer.status == 400)
    #expect(answer.field("Location") == nil)
  }

  // Other servers show PKCE errors on a page, answer `prompt=none` with a page or status 500, and
  // leave `state` and `iss` out of error answers.
  @Test(
    "with any other error is redirected with error, state and iss (RFC 6749 section 4.1.2.1, RFC 9207 section 2)",
    .covers(
      "question: Are invalid response types automatically redirected back",
      "question: Are invalid scopes automatically redirected back",
      "question: Does the authorization server check the response type"),
    arguments: [
      (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
      (["response_type": "code id_token"], "unsupported_response_type"),
      (["scope": "openid"], "invalid_scope"), (["scope": "notes"], "invalid_scope"),
      (["scope": "\"profile\""], "invalid_scope"), (["prompt": "none"], "login_required"),
      (["prompt": "none login"], "invalid_request"), (["request": "e30.e30."], "invalid_request_object"),
      (["request_uri": "https://app.example/r"], "request_uri_not_supported"),
      (["registration": "{}"], "registration_not_supported"), (["client_id": "idle"], "unauthorized_client"),
      (["login_hint": String(repeating: "x", count: 17_000)], "invalid_request"),
    ] as [(Changes, String)])
  func errorRedirect(changes: Changes, expected: String) async throws {
    let test = try TestServer()
    let request = TestServer.authorization(changes)
    for answer in [
      await test.get("/authorize", request), await test.post("/authorize", request), await test.decide(request),
    ] {
      #expect(try answer.callbackError() == expected)
      #expect(try #require(answer.field("Location")).hasPrefix(TestServer.redirect + "?"))
      #expect(answer.field("Cache-Control") == "no-store")
    }
  }

  @Test(
    "with a repeated parameter is redirected with an error (RFC 6749 section 3.1)",
    .covers("question: Does the authorization endpoint allow a parameter twice"),
    arguments: ["response_type", "scope", "code_challenge", "code_challenge_method", "prompt", "login_hint", "request"])
  func repeated(name: String) async throws {
    let test = try TestServer()
    var request = TestServer.authorization()
    request.append(name, "profile")
    request.append(name, "profile")
    #expect(try await test.get("/authorize", request).callbackError() == "invalid_request")
  }

  @Test("with two states is redirected with neither")
  func repeatedState() async throws {
    var request = TestServer.authorization()
    request.append("state", "another")
    #expect(try await TestServer().get("/authorize", request).callbackError(state: nil) == "invalid_request")
  }

  @Test("may have unknown parameters, even twice (RFC 6749 section 3.1)")
  func unknownParameters() async throws {
    var request = TestServer.authorization(["nonce": "n", "display": "page", "max_age": "0", "ui_locales": "de"])
    request.append("resource", "https://a.example")
    request.append("resource", "https://b.example")
    #expect(try await TestServer().get("/authorize", request).status == 200)
  }

  @Test(
    "gets its state back unchanged", .covers("question: Is the state parameter present in the authorization response"),
    arguments: ["a b+c%20&=", "ünï", "\"<>\\", "line\r\nbreak", "\u{202E}x"])
  func stateUnchanged(state: String) async throws {
    let test = try TestServer()
    let request = TestServer.authorization(["state": state])
    #expect(try await test.decide(request).callback("state") == state)
    #expect(try await test.decide(request, ["decision": "deny"]).callbackError(state: state) == "access_denied")
  }

  @Test("without state gets none back")
  func noState() async throws {
    let test = try TestServer()
    #expect(try await test.decide(TestServer.authorization(["state": nil])).callback.single("state") == nil)
  }

  @Test("without scope gets the default (RFC 6749 section 3.3)")
  func defaultScope() async throws {
    let test = try TestServer(defaultScope: try Scope(["profile"]))
    let answer = try await test.tokens(["scope": nil])
    #expect(answer.members["scope"] == "profile")
    let none = try await TestServer().tokens(["scope": nil])
    #expect(none.members["scope"] == nil)
  }

  @Test("may propose a user name (OpenID Connect Core section 3.1.2.1)")
  func loginHint() async throws {
    let test = try TestServer()
    _ = await test.get("/authorize", TestServer.authorization(["login_hint": "ada"]))
    guard case .signIn(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.username == "ada")
  }

  @Test("gets error descriptions in characters that RFC 6749 allows")
  func descriptions() async throws {
    let test = try TestServer()
    let wrong: [Changes] = [
      ["response_type": nil], ["response_type": "x"], ["code_challenge": nil], ["code_challenge": "x"],
      ["code_challenge_method": nil], ["code_challenge_method": "plain"], ["scope": "ö"], ["scope": "x"],
      ["prompt": "none"], ["request": "x"],
    ]
    for changes in wrong {
      let text = try await test.get("/authorize", TestServer.authorization(changes)).callback("error_description")
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    }
  }

  struct Unexpected: Error {}
}
