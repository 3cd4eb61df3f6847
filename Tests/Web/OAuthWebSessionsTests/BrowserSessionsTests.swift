import Evidence
import Foundation
import HTTPTypes
@testable import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
@testable import OAuthWebSessions
import PKCE
import Testing
import TokenStorage

@Suite("Sessions", .covers("RFC 6265 §4.1, web")) struct BrowserSessionsTests {
  let clock = ManualClock()
  let key = SealingKey.generate()

  func sessions(
    _ storage: SessionStorage = .cookieUntilExpiry, key: SealingKey? = nil, older: [SealingKey] = [],
    at address: String = "https://app.example.com"
  ) throws -> BrowserSessions {
    let address = try Endpoint(address)
    return BrowserSessions(
      origin: address.origin, cookie: BrowserCookie("session", in: CookieNames(address)),
      keys: SealingKeys(key ?? self.key, older: older), storage: storage, lifetimes: SessionLifetimes(),
      clock: clock.wallClock, random: SystemRandomSource())
  }

  func user(
    _ claims: [String: JSONValue] = ["groups": ["admins", "staff"]], sessionExpiresAt: Date? = nil
  ) throws -> SessionUser {
    SessionUser(
      provider: "login", issuer: "https://login.example",
      profile: Profile(
        id: "user-1", login: "ada", name: "Ada Lovelace", picture: try Endpoint("https://login.example/ada.png"),
        email: "ada@example.com", isEmailVerified: true),
      claims: claims, scope: try Scope(["openid", "profile"]), signedInAt: clock.now, providerSession: "sid-1",
      sessionExpiresAt: sessionExpiresAt)
  }

  /// The fields of a browser that got a session's cookie.
  func fields(_ sessions: BrowserSessions, _ session: BrowserSession) throws -> HTTPFields {
    [.cookie: String(try sessions.cookieField(session).prefix { $0 != ";" })]
  }

  static let storages: [@Sendable () -> SessionStorage] = [
    { .cookieUntilExpiry }, { .cookie(endedIn: MemorySessionStore()) }, { .store(MemorySessionStore()) },
  ]

  @Test(arguments: storages.indices)
  func `are found again with everything that belongs to them`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let begun = try await sessions.begin(try user(), tokens: nil, idToken: Secret("the-id-token"))
    let found = try await sessions.session(in: fields(sessions, begun))
    #expect(found?.session == begun)
    #expect(found?.isExtended == false)
    #expect(try await sessions.session(in: [:]) == nil)
  }

  @Test(arguments: storages.indices)
  func `have a new secret and a new form token each time`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    var begun: [BrowserSession] = []
    for _ in 0..<50 { begun.append(try await sessions.begin(try user(), tokens: nil, idToken: nil)) }
    #expect(Set(begun.map(\.secret)).count == 50)
    #expect(Set(begun.map(\.formToken)).count == 50)
    for session in begun { #expect(try Base64URL.decode(session.secret.reveal()).count == 32) }
  }

  @Test(arguments: storages.indices)
  func `end after an hour without a request, and after twelve hours in any case`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let idle = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    let idleFields = try fields(sessions, idle)
    var busy = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    for _ in 0..<12 {
      clock.advance(by: .seconds(3_599))
      let found = try #require(try await sessions.session(in: fields(sessions, busy)))
      #expect(found.isExtended)
      busy = found.session
    }
    #expect(try await sessions.session(in: idleFields) == nil)
    clock.advance(by: .seconds(12))
    #expect(try await sessions.session(in: fields(sessions, busy)) == nil)
  }

  @Test(.covers("Enterprise Extensions §2.1, web"), arguments: storages.indices)
  func `end when the provider requires it, even if they are used`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let end = clock.now.addingTimeInterval(5_400)
    var session = try await sessions.begin(try user(sessionExpiresAt: end), tokens: nil, idToken: nil)
    #expect(session.end(sessions.lifetimes) == end)
    clock.advance(by: .seconds(3_000))
    session = try #require(try await sessions.session(in: fields(sessions, session))).session
    #expect(session.user.sessionExpiresAt == end)
    clock.advance(by: .seconds(2_399))
    session = try #require(try await sessions.session(in: fields(sessions, session))).session
    clock.advance(by: .seconds(1))
    #expect(try await sessions.session(in: fields(sessions, session)) == nil)
  }

  @Test func `don't last longer because the provider allows more`() async throws {
    let sessions = try sessions()
    let later = clock.now.addingTimeInterval(1e6)
    let session = try await sessions.begin(try user(sessionExpiresAt: later), tokens: nil, idToken: nil)
    #expect(session.end(sessions.lifetimes) == clock.now.addingTimeInterval(43_200))
  }

  // The provider's limit must not get lost.
  @Test func `aren't read if the provider's end can't be`() async throws {
    let session = try await sessions().begin(try user(sessionExpiresAt: clock.now), tokens: nil, idToken: nil)
    var members = try #require(try JSONValue(bytes: session.bytes).object)
    #expect(BrowserSession(bytes: JSONValue.object(members).bytes()) == session)
    members["x"] = "tomorrow"
    #expect(BrowserSession(bytes: JSONValue.object(members).bytes()) == nil)
    members["x"] = nil
    #expect(BrowserSession(bytes: JSONValue.object(members).bytes())?.user.sessionExpiresAt == nil)
  }

  @Test(arguments: storages.indices)
  func `are invalid once they were ended, even with an old copy of the cookie`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let begun = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    let other = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    let copy = try fields(sessions, begun)
    try await sessions.end(begun)
    #expect(try await sessions.session(in: copy) == nil)
    #expect(try await sessions.session(in: fields(sessions, other)) != nil)
  }

  // The clocks of two instances differ by seconds.
  @Test(arguments: storages.indices)
  func `are ended by an instance whose clock is late`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    for end in [
      { (session: BrowserSession) in try await sessions.end(session) },
      { _ in try await sessions.endProviderSession("sid-1", at: "https://login.example") },
    ] {
      let begun = try await sessions.begin(try user(), tokens: nil, idToken: nil)
      let fields = try fields(sessions, begun)
      clock.jump(by: .seconds(-5))
      try await end(begun)
      clock.jump(by: .seconds(5))
      #expect(try await sessions.session(in: fields) == nil)
    }
  }

  @Test(.covers("RFC 10017 §6.1.3.2, web", "attack: a changed cookie"))
  func `in a cookie are encrypted, and any change makes them invalid`()
    async throws
  {
    let sessions = try sessions()
    let begun = try await sessions.begin(try user(), tokens: nil, idToken: Secret("the-id-token"))
    let value = String(try sessions.cookieField(begun).dropFirst("__Host-session=".count).prefix { $0 != ";" })
    let bytes = try Base64URL.decode(value)
    for readable in ["Ada Lovelace", "user-1", "the-id-token", begun.secret.reveal()] {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(readable))
    }
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[index] ^= 1
      #expect(try await sessions.session(in: [.cookie: "__Host-session=\(Base64URL.encode(changed))"]) == nil)
    }
    for text in ["", "x", String(value.dropLast()), value + "A", String(repeating: "A", count: 5_000)] {
      #expect(try await sessions.session(in: [.cookie: "__Host-session=\(text)"]) == nil)
    }
    #expect(try await sessions.session(in: [.cookie: "__Host-session=\(value); __Host-session=\(value)"]) == nil)
  }

  @Test(.covers("attack: a changed cookie"), arguments: storages.indices)
  func `open only with the application's key, and at its own address`(storage: Int) async throws {
    let place = Self.storages[storage]()
    let sessions = try sessions(place)
    let begun = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    let fields = try fields(sessions, begun)
    #expect(try await self.sessions(place, key: .generate()).session(in: fields) == nil)
    #expect(try await self.sessions(place, at: "https://other.example.com").session(in: fields) == nil)
    #expect(try await self.sessions(place).session(in: fields) != nil)
  }

  @Test(arguments: storages.indices)
  func `survive the replacement of the key`(storage: Int) async throws {
    let place = Self.storages[storage]()
    let new = SealingKey.generate()
    let old = try sessions(place, older: [new])
    let begun = try await old.begin(try user(), tokens: nil, idToken: nil)
    let between = try sessions(place, key: new, older: [key])
    let found = try #require(try await between.session(in: fields(old, begun)))
    // An instance that still seals with the old key accepts the new one's sessions.
    #expect(try await old.session(in: fields(between, found.session)) != nil)
    let later = try sessions(place, key: new)
    let isSealedAnew = try await later.session(in: fields(between, found.session)) != nil
    #expect(isSealedAnew == !place.isOnServer)
  }

  @Test func `in a cookie leave the ID token out if there is no room for it`() async throws {
    let sessions = try sessions()
    let begun = try await sessions.begin(
      try user(), tokens: nil, idToken: Secret(String(repeating: "t", count: 4_000)))
    #expect(begun.idToken == nil)
    #expect(try sessions.cookieField(begun).utf8.count <= BrowserSessions.maximumCookieBytes)
    let short = try await sessions.begin(
      try user(), tokens: nil, idToken: Secret(String(repeating: "t", count: 1_000)))
    #expect(short.idToken != nil)
    #expect(try sessions.cookieField(short).utf8.count <= BrowserSessions.maximumCookieBytes)
    let large = try user(["groups": .string(String(repeating: "g", count: 4_000))])
    await #expect(throws: SessionTooLarge.self) { try await sessions.begin(large, tokens: nil, idToken: nil) }
  }

  @Test(.covers("RFC 10017 §6.1.2, web", "attack: a changed cookie"))
  func `in a store have a random number in the cookie, and nothing readable in the store`() async throws {
    let store = MemorySessionStore(clock: clock.wallClock)
    let sessions = try sessions(.store(store))
    let tokens = StoredTokens(
      accessToken: Secret("the-access-token"), refreshToken: Secret("the-refresh-token"), receivedAt: clock.now)
    let large = try user(["groups": .string(String(repeating: "g", count: 4_000))])
    let begun = try await sessions.begin(large, tokens: tokens, idToken: Secret("the-id-token"))
    let field = try sessions.cookieField(begun)
    #expect(field.hasPrefix("__Host-session=\(begun.secret.reveal());"))
    let record = try #require(store.session(begun.name, now: clock.now))
    for text in [record.name.text, record.content, record.tokens ?? ""] {
      for readable in ["Ada Lovelace", "user-1", "the-access-token", "the-refresh-token", begun.secret.reveal()] {
        #expect(!text.contains(readable))
      }
    }
    // The content of one session doesn't open under another's name.
    let other = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    store.delete(other.name)
    store.insert(
      SessionRecord(
        name: other.name, user: record.user, content: record.content, tokens: record.tokens, idleEnd: record.idleEnd,
        end: record.end))
    #expect(try await sessions.session(in: fields(sessions, other)) == nil)
  }

  // Some providers list hundreds of groups in a token.
  @Test func `in a store leave an ID token out that is too long for an address, and keep long tokens`() async throws {
    let sessions = try sessions(.store(MemorySessionStore(clock: clock.wallClock)))
    let long = Secret(String(repeating: "t", count: 100_000))
    let large = try user(["groups": .string(String(repeating: "g", count: 100_000))])
    let tokens = StoredTokens(accessToken: long, refreshToken: nil, receivedAt: clock.now)
    let begun = try await sessions.begin(large, tokens: tokens, idToken: long)
    let found = try #require(try await sessions.session(in: fields(sessions, begun))).session
    #expect(found.idToken == nil && found.user.claims == large.claims)
    let sealedTokens = try #require(try await sessions.store.session(begun.name, now: clock.now)?.tokens)
    #expect(try sessions.open(tokens: sealedTokens, of: begun.name).accessToken == long)
    let kept = try await sessions.begin(try user(), tokens: nil, idToken: Secret(String(repeating: "t", count: 4_096)))
    #expect(kept.idToken != nil)
  }

  @Test func `are deleted when they have expired, at a later sign-in`() async throws {
    let store = MemorySessionStore(clock: clock.wallClock)
    let sessions = try sessions(.store(store))
    let begun = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    clock.advance(by: .seconds(43_200))
    _ = try await sessions.begin(try user(), tokens: nil, idToken: nil)
    #expect(store.session(begun.name, now: .distantPast) == nil)
  }

  @Test func `show nothing in descriptions`() async throws {
    let begun = try await sessions().begin(try user(), tokens: nil, idToken: Secret("the-id-token"))
    for text in ["\(begun.user)", String(reflecting: begun.user), "\(begun.name)"] {
      #expect(!text.contains("Ada") && !text.contains("user-1") && !text.contains(begun.secret.reveal()))
    }
  }
}
