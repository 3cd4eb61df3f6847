import Evidence
import HTTPTypes
import HummingbirdTesting
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("Requests of scripts") struct ScriptMiddlewareTests {
  private let api: TestAPI

  init() throws {
    api = try TestAPI()
  }

  @Test(.covers("RFC 10017 §6.1.2, web"))
  func `learn who is signed in, and until when, and get no token`() async throws {
    try await api.run { [api] client, browser in
      let answer = try await browser.fetch("/sign-in/session.json", at: client)
      #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
      #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
      #expect(
        Set(answer.members.keys) == ["signed_in", "user", "provider", "expires_in", "ends_in", "sign_out"])
      #expect(answer.members["expires_in"] == 3_600 && answer.members["ends_in"] == 43_200)
      let user = answer.members["user"]?.object ?? [:]
      #expect(user["iss"]?.string == api.site.server.issuer.text && user["sub"] == "user-1")
      #expect(user["name"] == "Ada Lovelace")
      #expect(api.site.transport.secrets.count > 5)
      #expect(!api.site.transport.secrets.contains { answer.text.contains($0) })
      #expect(!answer.text.contains(browser.session ?? "?"))
      let head = try await browser.fetch("/sign-in/session.json", .head, at: client)
      #expect(head.status == .ok && head.text.isEmpty)
      let stranger = try await TestBrowser().fetch("/sign-in/session.json", at: client)
      #expect(stranger.members == ["signed_in": false, "sign_in": "/sign-in"] && stranger.headers[.setCookie] == nil)
      #expect(try await browser.fetch("/sign-in/session.json", .post, at: client).status == .methodNotAllowed)
    }
  }

  @Test(arguments: [false, true])
  func `that only ask who is signed in don't keep the session`(isInStore: Bool) async throws {
    let storage: SessionStorage =
      isInStore ? .store(MemorySessionStore(clock: api.site.clock.wallClock)) : .cookieUntilExpiry
    let instance = try api.instance(nil, storage)
    try await api.site.run(instance) { [api] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: api.site)
      for rest in [2_400, 1_200] as [JSONValue] {
        api.site.clock.advance(by: .seconds(1_200))
        let answer = try await browser.fetch("/sign-in/session.json", at: client)
        #expect(answer.members["expires_in"] == rest && answer.headers[.setCookie] == nil)
      }
      api.site.clock.advance(by: .seconds(1_200))
      let answer = try await browser.fetch("/sign-in/session.json", at: client)
      #expect(answer.members["signed_in"] == false)
    }
  }

  @Test(.covers("RFC 10017 §6.1.3.3, web", "attack: forms of other sites in an application"))
  func `come from the application's own pages, with a field that forms can't send`() async throws {
    try await api.run { [api] client, browser in
      let foreign: [HTTPFields] = [
        [:], [.secFetchSite: "same-origin"], [.csrf: ""], [.csrf: "0"], [.csrf: "1, 1"],
        [.csrf: "1", .origin: "https://evil.example"], [.csrf: "1", .origin: "null"],
        [.csrf: "1", .secFetchSite: "cross-site"], [.csrf: "1", .secFetchSite: "same-site"],
        [.csrf: "1", .secFetchSite: "none"], [.csrf: "1", .origin: TestSite.address, .secFetchSite: "same-site"],
      ]
      for path in ["/script", "/api/me", "/sign-in/session.json"] {
        for fields in foreign {
          let answer = try await browser.send(.get, path, at: client, fields)
          #expect(answer.problem == "403 foreign_request", "\(path) \(fields)")
        }
      }
      var twice = HTTPFields()
      for _ in 0..<2 { twice.append(HTTPField(name: .csrf, value: "1")) }
      #expect(try await browser.send(.get, "/script", at: client, twice).status == .forbidden)
      // A browser that states no origin: enough for reading, not for a change.
      #expect(try await browser.send(.get, "/script", at: client, [.csrf: "1"]).text == "user-1")
      for fields in foreign + [[.csrf: "1"]] {
        for path in ["/script", "/api/notes/1"] {
          #expect(try await browser.send(.post, path, at: client, fields, body: "x").problem == "403 foreign_request")
        }
      }
      #expect(try await browser.fetch("/script", .post, at: client, body: "x").text == "x")
      // No preflight of another origin is approved.
      for path in ["/script", "/api/notes/1", "/sign-in/session.json"] {
        let preflight = try await browser.send(
          .options, path, at: client,
          [
            .origin: "https://evil.example", .accessControlRequestMethod: "POST",
            .accessControlRequestHeaders: "x-csrf",
          ])
        #expect(preflight.status.code >= 400)
        #expect(!preflight.headers.contains { $0.name.canonicalName.hasPrefix("access-control-") })
      }
      #expect(api.received.isEmpty)
    }
  }

  @Test func `without a user get an error that leads to the sign-in`() async throws {
    try await api.run { [api] client, _ in
      for path in ["/script", "/api/me", "/api/notes/1"] {
        let answer = try await TestBrowser().fetch(path, at: client)
        #expect(answer.problem == "401 sign_in_needed" && answer.members["sign_in"] == "/sign-in")
        #expect(answer.headers[.wwwAuthenticate] == #"Cookie sign-in="/sign-in""# && answer.headers[.setCookie] == nil)
      }
      #expect(api.received.isEmpty)
    }
  }

  @Test func `get JSON for each error`() async throws {
    try await api.run { client, browser in
      let answer = try await browser.fetch("/script/wrong", at: client)
      #expect(answer.problem == "500 web_sign_in_without_store")
      let long = try await browser.fetch("/script", .post, at: client, body: String(repeating: "x", count: 101))
      #expect(long.problem == "413 request_too_large")
    }
    try await api.run(requiring: UserRequirement(claims: ["groups": "admins"])) { [api] client, browser in
      for path in ["/script", "/api/me"] {
        let answer = try await browser.fetch(path, at: client)
        #expect(answer.problem == "403 forbidden")
      }
      #expect(api.received.isEmpty)
    }
  }

  @Test func `that need a newer sign-in learn where it begins`() async throws {
    try await api.run(requiring: UserRequirement(acrValues: ["phr"], maxAge: .seconds(300))) { [api] client, browser in
      for path in ["/script", "/api/me"] {
        let answer = try await browser.fetch(path, at: client)
        #expect(answer.problem == "401 insufficient_user_authentication" && browser.session != nil)
        let address = try #require(answer.members["sign_in"]?.string)
        #expect(address.hasPrefix("/sign-in?") && address.contains("phr"))
        #expect(answer.headers[.wwwAuthenticate]?.contains("insufficient_user_authentication") == true)
      }
      #expect(api.received.isEmpty)
    }
  }

  @Test func `get JSON while the store can't be reached`() async throws {
    let store = UnreliableSessionStore(MemorySessionStore(clock: api.site.clock.wallClock))
    try await api.run(try api.instance(nil, .store(store))) { client, browser in
      store.failure = .everything
      for path in ["/sign-in/session.json", "/script", "/api/me"] {
        let answer = try await browser.fetch(path, at: client)
        #expect(answer.problem == "500 internal_error" && answer.headers[.setCookie] == nil)
      }
    }
  }
}
