import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing
import TokenStorage

@testable import my_google_info_web

@Suite("Sessions")
struct SessionTableTests {
  let clock = ManualClock()

  func table(_ limits: SessionLimits = SessionLimits()) -> SessionTable {
    SessionTable(limits: limits, random: SeededRandomSource(), monotonic: clock.monotonicClock)
  }

  func person() throws -> Person {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://a.example/authorize"),
      tokenEndpoint: try Endpoint("https://a.example/token"))
    let client = OAuthClient(id: "app", server: server, transport: ScriptedTransport())
    return Person(
      subject: "ada",
      tokens: TokenSession(
        account: try Account(provider: "https://a.example", name: "ada"), client: client, store: MemoryTokenStore()))
  }

  @Test func `IDs and form tokens have 256 bits and are never the same`() throws {
    let sessions = table()
    let all = try (0..<100).map { _ in try sessions.begin() }
    let texts = all.flatMap { [$0.id.reveal(), $0.formToken.reveal()] }
    #expect(Set(texts).count == 200)
    for text in texts { #expect(try Base64URL.decode(text).count == 32) }
  }

  @Test func `a sign-in creates a new ID and a new form token, and the old ID is invalid`() throws {
    let sessions = table()
    let old = try sessions.begin()
    let new = try sessions.signIn(person(), from: old.id)
    #expect(new.id != old.id)
    #expect(new.formToken != old.formToken)
    #expect(sessions.session(old.id) == nil)
    #expect(sessions.session(new.id)?.person?.subject == "ada")
    #expect(sessions.count == 1)
    #expect(throws: Refusal.noSession) { try sessions.signIn(person(), from: old.id) }
  }

  @Test func `a session that has ended is invalid`() throws {
    let sessions = table()
    let session = try sessions.begin()
    sessions.end(session.id)
    #expect(sessions.session(session.id) == nil)
    #expect(sessions.change(session.id) { $0.notice = .signedOut } == nil)
    #expect(sessions.count == 0)
  }

  @Test func `a visitor's session ends after a quarter of an hour without a request`() throws {
    let sessions = table()
    let session = try sessions.begin()
    for _ in 0..<3 {
      clock.advance(by: .seconds(15 * 60 - 1))
      #expect(sessions.session(session.id) != nil)
    }
    clock.advance(by: .seconds(15 * 60))
    #expect(throws: Refusal.noSession) { try sessions.signIn(person(), from: session.id) }
    #expect(sessions.session(session.id) == nil)
  }

  @Test func `a user is signed out after an hour without a request, and after twelve hours in any case`() throws {
    let sessions = table()
    let idle = try sessions.signIn(person(), from: sessions.begin().id)
    let busy = try sessions.signIn(person(), from: sessions.begin().id)
    for _ in 0..<12 {
      #expect(sessions.session(busy.id) != nil)
      clock.advance(by: .seconds(60 * 60 - 1))
    }
    #expect(sessions.session(idle.id) == nil)
    #expect(sessions.session(busy.id) != nil)
    clock.advance(by: .seconds(12))
    #expect(sessions.session(busy.id) == nil)
  }

  @Test func `an expired session is dropped with its tokens when the next browser arrives`() throws {
    let sessions = table()
    _ = try sessions.signIn(person(), from: sessions.begin().id)
    clock.advance(by: .seconds(60 * 60))
    _ = try sessions.begin()
    #expect(sessions.count == 1)
  }

  @Test func `expired sessions are dropped once a minute`() throws {
    let sessions = table(SessionLimits(visitor: .seconds(10)))
    _ = try sessions.begin()
    clock.advance(by: .seconds(59))
    _ = try sessions.begin()
    #expect(sessions.count == 2)
    clock.advance(by: .seconds(1))
    _ = try sessions.begin()
    #expect(sessions.count == 2)
    clock.advance(by: .seconds(59))
    _ = try sessions.begin()
    #expect(sessions.count == 3)
  }

  @Test func `a flood of visitors drops the visitors that were idle longest, and signs no user out`() throws {
    let sessions = table(SessionLimits(count: 10))
    let person = try sessions.signIn(person(), from: sessions.begin().id)
    var visitors: [Session] = []
    for _ in 0..<9 {
      clock.advance(by: .seconds(1))
      visitors.append(try sessions.begin())
    }
    clock.advance(by: .seconds(1))
    #expect(sessions.session(visitors[0].id) != nil)
    let newest = try sessions.begin()
    #expect(sessions.count <= 10)
    #expect(sessions.session(person.id) != nil)
    #expect(sessions.session(newest.id) != nil)
    #expect(sessions.session(visitors[0].id) != nil)
    #expect(sessions.session(visitors[1].id) == nil)
    for _ in 0..<1_000 { _ = try sessions.begin() }
    #expect(sessions.count <= 10)
    #expect(sessions.session(person.id) != nil)
  }

  @Test func `a visitor is rejected if signed-in users have all the sessions`() throws {
    let sessions = table(SessionLimits(count: 2))
    let people = try (0..<2).map { _ in try sessions.signIn(person(), from: sessions.begin().id) }
    #expect(throws: Refusal.full) { try sessions.begin() }
    clock.advance(by: .seconds(60 * 60))
    #expect(throws: Never.self) { try sessions.begin() }
    #expect(people.allSatisfy { sessions.session($0.id) == nil })
  }

  @Test func `a browser has at most four sign-ins under way, and the oldest goes first`() async throws {
    let client = try person().tokens.client
    var session = try table().begin()
    var attempts: [AuthorizationAttempt] = []
    for _ in 0..<6 {
      let attempt = try await client.begin(
        AuthorizationRequest(redirectURI: RedirectURI("https://app.example/callback")))
      attempts.append(attempt)
      session.begin(attempt)
    }
    #expect(session.attempts.map(ObjectIdentifier.init) == attempts.suffix(4).map(ObjectIdentifier.init))
  }
}
