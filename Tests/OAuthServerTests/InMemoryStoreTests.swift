import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The in-memory stores")
struct InMemoryStoreTests {
  let clock = ManualClock()

  func token(
    _ name: String, grant: String = "g", kind: IssuedToken.Kind = .access, seconds: Double = 60
  ) -> IssuedToken {
    IssuedToken(
      hash: SecretHash(of: Secret(name)), kind: kind, grant: GrantID(rawValue: grant), clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: clock.now + seconds)
  }

  func record(_ name: String) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: SecretHash(of: Secret(name)), grant: GrantID(rawValue: name), clientID: "app", redirectURI: "x:/",
      challenge: nil, subject: Subject(rawValue: "1"), scope: .none, expires: clock.now + 60,
      rememberedUntil: clock.now + 3_600)
  }

  @Test("delete one access token and leave the others of its grant")
  func delete() async throws {
    let store = InMemoryIssuedTokenStore(clock: clock.wallClock)
    let other = token("b")
    _ = try await store.save([token("a"), other])
    try await store.delete(SecretHash(of: Secret("a")))
    try await store.delete(SecretHash(of: Secret("a")))
    #expect(try await store.find(SecretHash(of: Secret("a"))) == nil)
    #expect(try await store.find(other.hash) == other)
    try await store.revoke(other.grant, refusingUntil: clock.now + 60)
    #expect(store.count == 0)
  }

  @Test("drop expired records, so that memory is bounded")
  func sweep() async throws {
    let tokens = InMemoryIssuedTokenStore(clock: clock.wallClock)
    let codes = InMemoryAuthorizationCodeStore(clock: clock.wallClock)
    for number in 0..<5_000 {
      _ = try await tokens.save([token("t\(number)", grant: "g\(number)")])
      try await tokens.revoke(GrantID(rawValue: "r\(number)"), refusingUntil: clock.now + 60)
      try await codes.save(record("c\(number)"))
      clock.advance(by: .milliseconds(600))
    }
    // A hundred of each are valid at any time.
    #expect(tokens.count <= 1_024)
    #expect(codes.count <= 1_024)
  }

  @Test("keep every valid token and every revocation that still counts")
  func sweepLeaves() async throws {
    let store = InMemoryIssuedTokenStore(clock: clock.wallClock)
    let living = token("living", seconds: 3_600)
    _ = try await store.save([living])
    let ended = GrantID(rawValue: "ended")
    try await store.revoke(ended, refusingUntil: clock.now + 3_600)
    // The later of two revocations counts.
    try await store.revoke(ended, refusingUntil: clock.now + 1)
    clock.advance(by: .seconds(120))
    for number in 0..<1_100 { _ = try await store.save([token("t\(number)")]) }
    #expect(try await store.find(living.hash) == living)
    #expect(try await !store.save([token("late", grant: ended.rawValue)]))
  }

  @Test("keep spent codes longer than unspent ones")
  func spentCodes() async throws {
    let store = InMemoryAuthorizationCodeStore(clock: clock.wallClock)
    let spent = record("spent")
    let unspent = record("unspent")
    try await store.save(spent)
    try await store.save(unspent)
    _ = try await store.spend(spent.hash)
    clock.advance(by: .seconds(120))
    for number in 0..<1_100 { try await store.save(record("c\(number)")) }
    #expect(try await store.find(spent.hash) != nil)
    #expect(try await store.find(unspent.hash) == nil)
  }

  @Test("find users by name and password, and by subject")
  func users() async throws {
    let directory = InMemoryUserDirectory([TestServer.ada])
    let password = Secret(TestServer.password)
    #expect(try await directory.authenticate(username: "ada", password: password) == TestServer.ada.user.subject)
    #expect(try await directory.authenticate(username: "Ada", password: password) == nil)
    #expect(try await directory.authenticate(username: "ada", password: Secret("")) == nil)
    #expect(try await directory.authenticate(username: "eve", password: password) == nil)
    #expect(try await directory.user(TestServer.ada.user.subject) == TestServer.ada.user)
    #expect(try await directory.user(Subject(rawValue: "ada")) == nil)
  }
}
