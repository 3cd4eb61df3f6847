import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

// Two processes can refresh at once: an app and its extension, two terminals, or parallel builds.
// The leeway admits the second use.
@Suite struct RefreshLeewayTests {
  private func server(
    leeway: Duration, random: any RandomSource = SeededRandomSource()
  ) throws -> TestServer {
    try TestServer(lifetimes: TokenLifetimes(refreshTokenLeeway: leeway), random: random)
  }

  @Test func `The default is no leeway`() async throws {
    #expect(TokenLifetimes().refreshTokenLeeway == .zero)
    let test = try TestServer()
    let refresh = try #require(try await test.tokens().refresh)
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    // A use at the same moment isn't accepted either.
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    #expect(await test.userInfo(second.access).status == 401)
  }

  @Test func `A spent token that is used again within the leeway gets tokens of the same grant`() async throws {
    let test = try server(leeway: .seconds(10))
    let first = try await test.tokens()
    let refresh = try #require(first.refresh)
    let lost = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .milliseconds(9_999))
    let heard = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    #expect(Set([first.access, lost.access, heard.access]).count == 3)
    #expect(heard.refresh != nil && heard.refresh != lost.refresh && heard.refresh != refresh)
    #expect(heard.members["scope"] == "profile email")
    for tokens in [first, lost, heard] { #expect(await test.userInfo(tokens.access).status == 200) }
    // Both successors work: the client may have received either.
    for tokens in [lost, heard] {
      _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(tokens.refresh))))
    }
    #expect(test.log.records.contains { $0.contains("within the leeway") })
  }

  @Test func `After the leeway the next use revokes the grant and all its tokens`() async throws {
    let test = try server(leeway: .seconds(10))
    let refresh = try #require(try await test.tokens().refresh)
    let lost = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .seconds(5))
    // The leeway counts from the first use. A second use doesn't prolong it.
    let heard = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .seconds(5))
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    for tokens in [lost, heard] {
      #expect(await test.userInfo(tokens.access).status == 401)
      let answer = await test.post("/token", TestServer.refreshment(try #require(tokens.refresh)))
      #expect(answer.error == "invalid_grant")
    }
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `A clock that is slightly behind is tolerated, and one that was set back further isn't`() async throws {
    let test = try server(leeway: .seconds(10))
    let refresh = try #require(try await test.tokens().refresh)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .seconds(-9))
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .seconds(-1))
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `Another client is rejected within the leeway, and its attempt revokes nothing`() async throws {
    let test = try server(leeway: .seconds(10))
    let refresh = try #require(try await test.tokens().refresh)
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    let secret: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret]
    #expect(await test.post("/token", TestServer.refreshment(refresh, secret)).error == "invalid_grant")
    #expect(await test.userInfo(second.access).status == 200)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
  }

  @Test func `Within the leeway the scope can be narrowed and never widened`() async throws {
    let test = try server(leeway: .seconds(10))
    let refresh = try #require(try await test.tokens().refresh)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh, ["scope": "email"])))
    let wider = await test.post("/token", TestServer.refreshment(refresh, ["scope": "profile email notes"]))
    #expect(wider.error == "invalid_scope")
    let again = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    #expect(again.members["scope"] == "profile email")
  }

  @Test func `The leeway doesn't revive a grant that is revoked meanwhile`() async throws {
    let test = try server(leeway: .seconds(60))
    let refresh = try #require(try await test.tokens().refresh)
    let record = try #require(try await test.database.token(SecretHash(ofToken: Secret(refresh))))
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.faults.before(.refresh) { [database = test.database] in
      try await database.revoke(record.grant, refusingUntil: .distantFuture)
    }
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }

  // `ConcurrencyTests` has the same without the leeway (RFC 9700 §4.14.2).
  @Test(arguments: 1...5)
  func `A hundred simultaneous uses within the leeway all succeed, with a hundred different tokens`(_ round: Int)
    async throws
  {
    let test = try server(leeway: .seconds(1), random: SystemRandomSource())
    let first = try await test.tokens()
    let request = TestServer.refreshment(try #require(first.refresh))
    let answers = await ConcurrencyTests.simultaneously(100) { await test.post("/token", request) }
    let tokens = try answers.map(TokenAnswer.init)
    #expect(Set(tokens.map(\.access)).count == 100 && Set(tokens.compactMap(\.refresh)).count == 100)
    // The first pair of tokens, and one pair for each use.
    #expect(test.database.counts.tokens == 202)
    test.clock.advance(by: .seconds(1))
    #expect(await test.post("/token", request).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }
}
