import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
@testable import OAuthWebSessions
import PKCE
import Testing

@Suite("Sessions of users who stay signed in") struct RememberedSessionTests {
  private let clock = ManualClock()
  private let key = SealingKey.generate()
  private static let day = 86_400.0

  /// Sessions that last for an hour and twelve hours, or for three and ten days.
  private func sessions(_ storage: SessionStorage) throws -> BrowserSessions {
    let address = try Endpoint("https://app.example.com")
    let remembered = SessionLifetimes.Remembered(idle: .seconds(3 * 86_400), absolute: .seconds(10 * 86_400))
    return BrowserSessions(
      origin: address.origin, cookie: BrowserCookie("session", in: CookieNames(address)),
      keys: SealingKeys(key, older: []),
      storage: storage, lifetimes: SessionLifetimes(remembered: remembered), clock: clock.wallClock,
      random: SystemRandomSource())
  }

  private func user() -> SessionUser {
    SessionUser(
      provider: "login", issuer: "https://login.example", profile: Profile(id: "user-1"), claims: [:], scope: nil,
      signedInAt: clock.now, providerSession: nil)
  }

  private func found(_ session: BrowserSession, _ sessions: BrowserSessions) async throws -> BrowserSession? {
    let cookie = String(try sessions.cookieField(session).prefix { $0 != ";" })
    return try await sessions.session(in: [.cookie: cookie])?.session
  }

  static let storages: [@Sendable () -> SessionStorage] = [
    { .cookieUntilExpiry }, { .cookie(endedIn: MemorySessionStore()) }, { .store(MemorySessionStore()) },
  ]

  @Test(arguments: storages.indices)
  func `have a cookie that outlives the browser's window until their end, and no others have`(storage: Int)
    async throws
  {
    let sessions = try sessions(Self.storages[storage]())
    let remembered = try await sessions.begin(user(), tokens: nil, idToken: nil, isRemembered: true)
    #expect(try sessions.cookieField(remembered).hasSuffix("; Max-Age=864000"))
    clock.advance(by: .seconds(Self.day))
    #expect(try sessions.cookieField(remembered).hasSuffix("; Max-Age=777600"))
    let other = try await sessions.begin(user(), tokens: nil, idToken: nil)
    #expect(try !sessions.cookieField(other).contains("Max-Age"))
  }

  @Test(arguments: storages.indices)
  func `end after their own idle time, and at their own end in any case`(storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let idle = try await sessions.begin(user(), tokens: nil, idToken: nil, isRemembered: true)
    var busy = try await sessions.begin(user(), tokens: nil, idToken: nil, isRemembered: true)
    for _ in 0..<3 {
      clock.advance(by: .seconds(2.9 * Self.day))
      busy = try #require(try await found(busy, sessions))
    }
    #expect(try await found(idle, sessions) == nil)
    clock.advance(by: .seconds(1.2 * Self.day))
    #expect(try await found(busy, sessions) != nil)
    clock.advance(by: .seconds(0.1 * Self.day + 1))
    #expect(try await found(busy, sessions) == nil)
  }

  // The list of ended sessions must last as long as the longest session.
  @Test(arguments: [false, true], storages.indices)
  func `stay ended when others would have expired`(byProvider: Bool, storage: Int) async throws {
    let sessions = try sessions(Self.storages[storage]())
    let session = try await sessions.begin(user(), tokens: nil, idToken: nil, isRemembered: true)
    if byProvider {
      try await sessions.endUser("user-1", at: "https://login.example")
    } else {
      try await sessions.end(session)
    }
    clock.advance(by: .seconds(2 * Self.day))
    try await sessions.store.deleteExpired(now: clock.now)
    #expect(try await found(session, sessions) == nil)
  }

  @Test func `are known from the cookie of their sign-in`() throws {
    let names = CookieNames(try Endpoint("https://app.example.com"))
    let attempts = AttemptCookies(names: names, lifetime: .seconds(600))
    for isRemembered in [false, true] {
      let field = try #require(
        attempts.adding(
          "state", sealed: Secret("sealed"), returnPath: .root, isRemembered: isRemembered, isPosted: false, to: [:],
          now: clock.now
        ).last)
      let cookie = String(field.prefix { $0 != ";" })
      #expect(attempts.attempt("state", in: [.cookie: cookie])?.isRemembered == isRemembered)
    }
  }
}
