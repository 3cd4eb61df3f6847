import Evidence
import OAuthCore
import OAuthServer
import PKCE
import Synchronization
import Testing

// Redeeming must be atomic. One well-known server answered 12 simultaneous uses of one code with 12
// live token sets, and four others with several. On five servers more than one of 12 simultaneous
// uses of one refresh token succeeded.
@Suite("A hundred requests at once", .covers("RFC 6749 §4.1.3, server"))
struct ConcurrencyTests {
  @Test(
    "redeem one code once, and its tokens are revoked afterwards",
    .covers(
      "question: Are concurrent tokens correctly revoked", "question: Can a code be exchanged twice at one server",
      "CVE-2026-53518"),
    arguments: 1...5)
  func code(round: Int) async throws {
    let test = try TestServer(random: SystemRandomSource())
    let request = TestServer.redemption(try await test.code())
    let answers = await Self.simultaneously(100) { await test.post("/token", request) }
    let won = try answers.filter { $0.status == 200 }.map(TokenAnswer.init)
    #expect(won.count == 1)
    #expect(answers.filter { $0.error == "invalid_grant" }.count == 99)
    for tokens in won {
      #expect(await test.userInfo(tokens.access).status == 401)
      let refresh = try #require(tokens.refresh)
      #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    }
    #expect(test.database.counts.tokens == 0)
  }

  @Test(
    "redeem one refresh token once, and its family is revoked afterwards",
    .covers(
      "RFC 9700 §4.14", "question: Are concurrent tokens correctly revoked",
      "question: Can a refresh token be exchanged twice at one server", "CVE-2026-53517", "CVE-2026-1035"),
    arguments: 1...5)
  func refresh(round: Int) async throws {
    let test = try TestServer(random: SystemRandomSource())
    let first = try await test.tokens()
    let request = TestServer.refreshment(try #require(first.refresh))
    let answers = await Self.simultaneously(100) { await test.post("/token", request) }
    let won = try answers.filter { $0.status == 200 }.map(TokenAnswer.init)
    #expect(won.count == 1)
    for tokens in won + [first] { #expect(await test.userInfo(tokens.access).status == 401) }
    #expect(test.database.counts.tokens == 0)
  }

  @Test("with a different code each all succeed")
  func independent() async throws {
    let test = try TestServer(random: SystemRandomSource())
    // One after the other: one account has eight waiting places.
    var requests: [FormParameters] = []
    for _ in 1...100 { requests.append(TestServer.redemption(try await test.code())) }
    let waiting = Mutex(requests)
    let answers = await Self.simultaneously(100) {
      await test.post("/token", waiting.withLock { $0.removeLast() })
    }
    #expect(Set(try answers.map { try TokenAnswer($0).access }).count == 100)
    #expect(test.database.counts.tokens == 200)
  }

  static func simultaneously<Answer: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () async -> Answer
  ) async -> [Answer] {
    await withTaskGroup(of: Answer.self) { group in
      for _ in 0..<count { group.addTask(operation: body) }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}
