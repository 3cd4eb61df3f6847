import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OAuthWebHummingbird
import Testing

@Suite("The list of a user's sessions") struct SessionListTests {
  private let site: TestSite

  init() throws {
    site = try TestSite()
  }

  /// The application with routes for the list: `/sessions`, and one that ends others.
  private func run(
    _ instances: [WebSignIn], _ body: @escaping @Sendable ([any TestClientProtocol]) async throws -> Void
  ) async throws {
    try await run(instances[...], [], body)
  }

  private func run(
    _ instances: ArraySlice<WebSignIn>, _ running: [any TestClientProtocol],
    _ body: @escaping @Sendable ([any TestClientProtocol]) async throws -> Void
  ) async throws {
    guard let signIn = instances.first else { return try await body(running) }
    let router = site.router(signIn)
    let list = router.group("sessions").add(middleware: SignInRequiredMiddleware(signIn))
    list.get { _, context in
      try await context.requireSession().list()
        .map { "\($0.isCurrent) \($0.device.browser ?? "-") \($0.device.system ?? "-") \($0.id)" }
        .joined(separator: "\n")
    }
    list.post("end/:id") { _, context in
      "\(try await context.requireSession().end(context.parameters.require("id")))"
    }
    list.post("end") { _, context in "\(try await context.requireSession().endOthers())" }
    try await Application(router: router, logger: site.logs.logger()).test(.router) { client in
      try await run(instances.dropFirst(), running + [client], body)
    }
  }

  private func signIn(_ browser: TestBrowser, _ userAgent: String, at client: any TestClientProtocol) async throws {
    let callback = try await browser.callback(at: client, of: site)
    _ = try await browser.send(.get, callback, at: client, [.userAgent: userAgent])
  }

  private func list(_ browser: TestBrowser, at client: any TestClientProtocol) async throws -> [[Substring]] {
    try await browser.open("/sessions", at: client).text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  private func post(_ path: String, _ browser: TestBrowser, at client: any TestClientProtocol) async throws -> String {
    try await browser.post(path, [:], at: client).text
  }

  private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
  private static let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1"

  @Test func `has each browser with the time of its last request, and ends one of them in all instances`() async throws
  {
    let storage = SessionStorage.store(MemorySessionStore(clock: site.clock.wallClock))
    try await run([try site.instance(storage), try site.instance(storage)]) { instances in
      let here = TestBrowser(), there = TestBrowser()
      try await signIn(here, Self.firefox, at: instances[0])
      site.clock.advance(by: .seconds(10))
      try await signIn(there, Self.safari, at: instances[1])
      let all = try await list(here, at: instances[0])
      #expect(all.map { $0.prefix(3) } == [["false", "Safari", "iPhone"], ["true", "Firefox", "Linux"]])
      let id = try #require(all.first?.last)
      #expect(!here.cookies.values.contains(String(id)) && !there.cookies.values.contains(String(id)))
      #expect(try await post("/sessions/end/\(id)", here, at: instances[1]) == "true")
      #expect(try await post("/sessions/end/\(id)", here, at: instances[1]) == "false")
      #expect(try await there.open("/", at: instances[0]).text == "nobody")
      #expect(try await here.open("/private", at: instances[0]).text == "user-1")
      #expect(try await list(here, at: instances[1]).count == 1)
    }
  }

  @Test func `ends all others at once, and keeps the current one`() async throws {
    try await run([try site.instance(.store(MemorySessionStore(clock: site.clock.wallClock)))]) { instances in
      let browsers = [TestBrowser(), TestBrowser(), TestBrowser()]
      for browser in browsers { try await signIn(browser, Self.firefox, at: instances[0]) }
      #expect(try await post("/sessions/end", browsers[1], at: instances[0]) == "2")
      #expect(try await browsers[1].open("/private", at: instances[0]).text == "user-1")
      for browser in [browsers[0], browsers[2]] {
        #expect(try await browser.open("/", at: instances[0]).text == "nobody")
      }
    }
  }

  @Test func `has no session of another user, and ends none`() async throws {
    let store = MemorySessionStore(clock: site.clock.wallClock)
    try await run([try site.instance(.store(store))]) { instances in
      let browser = TestBrowser()
      try await signIn(browser, Self.firefox, at: instances[0])
      let foreign = SessionName(text: "foreign")
      store.insert(
        SessionRecord(
          name: foreign, user: SessionName(text: "another user"), content: "x", tokens: nil, idleEnd: .distantFuture,
          end: .distantFuture))
      #expect(try await list(browser, at: instances[0]).count == 1)
      #expect(try await post("/sessions/end/foreign", browser, at: instances[0]) == "false")
      #expect(try await post("/sessions/end", browser, at: instances[0]) == "0")
      #expect(store.session(foreign, now: site.clock.now) != nil)
    }
  }

  @Test func `leaves out a session that its provider has ended`() async throws {
    let store = MemorySessionStore(clock: site.clock.wallClock)
    try await run([try site.instance(.store(store), keeping: ["sid"])]) { instances in
      let here = TestBrowser(), there = TestBrowser()
      try await signIn(there, Self.safari, at: instances[0])
      let sid = try #require(site.transport.lastSessionID)
      try await signIn(here, Self.firefox, at: instances[0])
      #expect(try await list(here, at: instances[0]).count == 2)
      let now = Int64(site.clock.now.timeIntervalSince1970)
      let token = try site.server.signingKey.sign(
        [
          "iss": .string(site.server.issuer.text), "aud": "web", "iat": .integer(now), "exp": .integer(now + 120),
          "jti": "jti-1", "sid": .string(sid), "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
        ], type: "logout+jwt")
      let answer = try await TestBrowser().post(
        "/back-channel-logout/login", ["logout_token": token.reveal()], at: instances[0], [:])
      #expect(answer.status == .ok)
      #expect(try await list(here, at: instances[0]).map { $0.prefix(1) } == [["true"]])
    }
  }

  @Test func `needs a store`() async throws {
    try await run([try site.instance(.cookieUntilExpiry)]) { instances in
      let browser = TestBrowser()
      try await browser.signIn(at: instances[0], of: site)
      let answer = try await browser.open("/sessions", at: instances[0])
      #expect(answer.status == .internalServerError && answer.text.contains("web_sign_in_without_store"))
    }
  }
}
