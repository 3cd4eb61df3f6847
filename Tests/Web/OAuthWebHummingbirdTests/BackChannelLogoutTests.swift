import Evidence
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

/// OpenID Connect Back-Channel Logout §2.
@Suite("Back-channel logout", .covers("Back-Channel Logout §2.5, web")) struct BackChannelLogoutTests {
  private let site: TestSite

  init() throws {
    site = try TestSite()
  }

  /// A logout token of the server.
  private func token(_ more: [String: JSONValue], key: SigningKey? = nil) throws -> String {
    let now = Int64(site.clock.now.timeIntervalSince1970)
    let claims: [String: JSONValue] = [
      "iss": .string(site.server.issuer.text), "aud": "web", "iat": .integer(now), "exp": .integer(now + 120),
      "jti": .string("\(UUID())"), "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
    ]
    return try (key ?? site.server.signingKey).sign(claims.merging(more) { $1 }, type: "logout+jwt").reveal()
  }

  private func deliver(_ token: String, to client: any TestClientProtocol) async throws -> TestResponse {
    try await TestBrowser().post("/back-channel-logout/login", ["logout_token": token], at: client, [:])
  }

  /// The storages in which a provider can end a session.
  static let storages: [@Sendable (any SessionStore) -> SessionStorage] = [
    { .cookie(endedIn: $0) }, { .store($0) },
  ]

  @Test(.covers("attack: a session that was ended elsewhere"), arguments: storages.indices)
  func `by user ends all of the user's sessions, in all instances, and not the later ones`(storage: Int) async throws {
    let storage = Self.storages[storage](MemorySessionStore(clock: site.clock.wallClock))
    try await site.run([try site.instance(storage), try site.instance(storage)]) { [site] instances in
      let browsers = [TestBrowser(), TestBrowser()]
      try await browsers[0].signIn(at: instances[0], of: site)
      try await browsers[1].signIn(at: instances[1], of: site)
      site.clock.advance(by: .seconds(1))
      let answer = try await deliver(try token(["sub": "user-1"]), to: instances[0])
      #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
      for browser in browsers {
        for instance in instances { #expect(try await browser.open("/", at: instance).text == "nobody") }
      }
      site.clock.advance(by: .seconds(1))
      try await browsers[0].signIn(at: instances[0], of: site)
      #expect(try await browsers[0].open("/private", at: instances[1]).text == "user-1")
    }
  }

  @Test(arguments: storages.indices)
  func `by session ends that session only`(storage: Int) async throws {
    let storage = Self.storages[storage](MemorySessionStore(clock: site.clock.wallClock))
    try await site.run(try site.instance(storage, keeping: ["sid"])) { [site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await deliver(try token(["sub": "user-1", "sid": "another"]), to: client).status == .ok)
      #expect(try await browser.open("/private", at: client).text == "user-1")
      let sid = try #require(site.transport.lastSessionID)
      #expect(try await deliver(try token(["sid": .string(sid)]), to: client).status == .ok)
      #expect(try await browser.open("/", at: client).text == "nobody")
    }
  }

  @Test(.covers("attack: a session that was ended elsewhere"))
  func `with an invalid token is answered with 400, and ends nothing`() async throws {
    let store = MemorySessionStore(clock: site.clock.wallClock)
    try await site.run(try site.instance(.store(store))) { [site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let replayed = try token(["sub": "user-2"])
      #expect(try await deliver(replayed, to: client).status == .ok)
      for token in [
        "", "x", replayed, try token(["sub": "user-1"], key: .generate(.es256, keyID: "embedded")),
        try token(["sub": "user-1", "aud": "other"]), try token(["sub": "user-1", "nonce": "n"]), try token([:]),
        try token(["sub": "user-1", "events": [:]]), try token(["sub": "user-1", "iss": "https://evil.example"]),
      ] {
        #expect(try await deliver(token, to: client).status == .badRequest)
      }
      let long = try await deliver(String(repeating: "x", count: 20_000), to: client)
      #expect(long.status == .contentTooLarge)
      #expect(try await TestBrowser().open("/back-channel-logout/login", at: client).status == .methodNotAllowed)
      #expect(try await deliver(try token(["sub": "user-1"]), to: client).status == .ok)
      #expect(try await browser.open("/", at: client).text == "nobody")
    }
  }

  // §2.6: otherwise each instance would end sessions that began after the logout.
  @Test(.covers("attack: a session that was ended elsewhere"), arguments: storages.indices)
  func `with a token that another instance accepted is answered with 400, and ends nothing`(
    storage: Int
  ) async throws {
    let storage = Self.storages[storage](MemorySessionStore(clock: site.clock.wallClock))
    try await site.run([try site.instance(storage), try site.instance(storage)]) { [site] instances in
      let token = try token(["sub": "user-1"])
      #expect(try await deliver(token, to: instances[0]).status == .ok)
      site.clock.advance(by: .seconds(1))
      let browser = TestBrowser()
      try await browser.signIn(at: instances[0], of: site)
      #expect(try await deliver(token, to: instances[1]).status == .badRequest)
      #expect(try await browser.open("/private", at: instances[1]).text == "user-1")
    }
  }

  @Test(arguments: storages.indices)
  func `that couldn't be stored ends the sessions when the provider repeats it`(storage: Int) async throws {
    let store = UnreliableSessionStore(MemorySessionStore(clock: site.clock.wallClock))
    try await site.run(try site.instance(Self.storages[storage](store))) { [site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let token = try token(["sub": "user-1"])
      store.failure = .writing
      #expect(try await deliver(token, to: client).status == .internalServerError)
      store.failure = nil
      #expect(try await deliver(token, to: client).status == .ok)
      #expect(try await browser.open("/", at: client).text == "nobody")
    }
  }

  // A cookie can't be taken back, so the application says that it has no such endpoint.
  @Test func `isn't offered without a store`() async throws {
    try await site.run(try site.instance(.cookieUntilExpiry)) { client in
      let answer = try await deliver(try token(["sub": "user-1"]), to: client)
      #expect(answer.status == .notFound)
    }
  }
}
