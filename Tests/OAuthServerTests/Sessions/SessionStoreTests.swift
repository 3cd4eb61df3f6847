import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct SessionStoreTests {
  @Test(arguments: SessionStoreCompatibility.checks)
  func `The in-memory store of sessions passes every compatibility check`(_ check: ServerStoreCheck<any SessionStore>)
    async throws
  {
    let store = InMemorySessionStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: ConsentStoreCompatibility.checks)
  func `The in-memory store of consents passes every compatibility check`(_ check: ServerStoreCheck<any ConsentStore>)
    async throws
  {
    let store = InMemoryConsentStore()
    try await check.run { store }
  }

  @Test func `Ended sessions are dropped, so that memory stays bounded`() async throws {
    let clock = ManualClock()
    let store = InMemorySessionStore(clock: clock.wallClock)
    let living = SessionRecord(
      id: SessionID(rawValue: "living"), cookie: SecretHash(of: Secret("living")), subject: Subject(rawValue: "ada"),
      authenticated: clock.now, idleUntil: clock.now.addingTimeInterval(10_001),
      expires: clock.now.addingTimeInterval(10_001))
    try await store.save(living)
    for number in 0..<10_000 {
      let now = clock.now
      try await store.save(
        SessionRecord(
          id: SessionID(rawValue: "\(number)"), cookie: SecretHash(of: Secret("\(number)")),
          subject: Subject(rawValue: "\(number % 7)"), authenticated: now, idleUntil: now.addingTimeInterval(60),
          expires: now.addingTimeInterval(600)))
      clock.advance(by: .seconds(1))
      #expect(store.count <= 2_048)
    }
    #expect(try await store.sessions(of: Subject(rawValue: "3")).count <= 300)
    #expect(try await store.find(cookie: living.cookie) == living)
  }

  @Test func `A session ends when it was idle too long, or lasted too long`() {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let session = SessionRecord(
      id: SessionID(rawValue: "a"), cookie: SecretHash(of: Secret("a")), subject: Subject(rawValue: "ada"),
      authenticated: start, idleUntil: start.addingTimeInterval(60), expires: start.addingTimeInterval(100))
    #expect(session.isLive(at: start.addingTimeInterval(59)) && !session.isLive(at: start.addingTimeInterval(60)))
    let used = session.used(until: start.addingTimeInterval(500))
    #expect(used.isLive(at: start.addingTimeInterval(99)) && !used.isLive(at: start.addingTimeInterval(100)))
  }
}
