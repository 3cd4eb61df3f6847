import Evidence
import OAuthLookAlikes
import Foundation
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@testable import OAuthServer

// Two processes can refresh at once: an app and its extension, two terminals, or parallel builds.
// The leeway admits the second use.
@Suite(.covers("RFC 6749 §4.1.3, server")) struct RefreshLeewayTests {
  private func server(
    leeway: Duration, random: any RandomSource = SeededRandomSource()
  ) throws -> TestServer {
    try TestServer(lifetimes: TokenLifetimes(refreshTokenLeeway: leeway), random: random)
  }

  @Test(.covers("question: Can a refresh token be exchanged twice at one server")) func `The default is no leeway`()
    async throws
  {
    #expect(TokenLifetimes().refreshTokenLeeway == .zero)
    let test = try TestServer()
    let refresh = try #require(try await test.tokens().refresh)
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    // A use at the same moment isn't accepted either.
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    #expect(await test.userInfo(second.access).status == 401)
  }

  @Test(.covers("question: Can a refresh token be exchanged twice at one server"))
  func `A spent token that is used again within the leeway gets the same successor`() async throws {
    let test = try server(leeway: .seconds(10))
    let first = try await test.tokens()
    let refresh = try #require(first.refresh)
    let lost = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    test.clock.advance(by: .milliseconds(9_999))
    let heard = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    #expect(Set([first.access, lost.access, heard.access]).count == 3)
    #expect(heard.refresh == lost.refresh && heard.refresh != refresh)
    #expect(heard.members["scope"] == "profile email")
    // The successor was issued ten seconds ago.
    #expect(lost.members["refresh_token_timeout"] == 2_592_000)
    #expect(heard.members["refresh_token_timeout"] == 2_591_990)
    for tokens in [first, lost, heard] { #expect(await test.userInfo(tokens.access).status == 200) }
    // The successor may have been redeemed meanwhile. Its own successor is the only one that is valid.
    let newest = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(lost.refresh))))
    let followed = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    #expect(followed.refresh == newest.refresh && followed.refresh != lost.refresh)
    #expect(await test.userInfo(followed.access).status == 200)
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

  @Test(.covers("RFC 9700 §4.14"))
  func `A thief who uses a spent token within the leeway is detected by the next refresh of both`() async throws {
    let test = try server(leeway: .seconds(10))
    let refresh = try #require(try await test.tokens().refresh)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    let stolen = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    let successor = try #require(stolen.refresh)
    test.clock.advance(by: .seconds(3_000))
    let next = try TokenAnswer(await test.post("/token", TestServer.refreshment(successor)))
    test.clock.advance(by: .seconds(600))
    #expect(await test.post("/token", TestServer.refreshment(successor)).error == "invalid_grant")
    #expect(await test.userInfo(next.access).status == 401)
    #expect(test.database.counts.tokens == 0)
  }

  // Documentation/Models/Rotation.md, the variants with OWN_KEY.
  @Test(.covers("RFC 9700 §4.14"), arguments: [0, 1, 2])
  func `A thief who binds the successor to a key of his own ends the grant when the client comes back`(
    _ refreshes: Int
  ) async throws {
    let test = try TestServer.withServices(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(10)))
    let thief = try PlayedProof()
    let first = try #require(try await test.tokens().refresh)
    var stolen = try TokenAnswer(await test.post("/token", TestServer.refreshment(first), fields: thief.field(test)))
    for _ in 0..<refreshes {
      let copy = TestServer.refreshment(try #require(stolen.refresh))
      stolen = try TokenAnswer(await test.post("/token", copy, fields: thief.field(test)))
    }
    #expect(await test.post("/token", TestServer.refreshment(first)).error == "invalid_grant")
    let copy = TestServer.refreshment(try #require(stolen.refresh))
    #expect(try await test.post("/token", copy, fields: thief.field(test)).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }

  @Test(.covers("RFC 9700 §4.14"))
  func `A thief who binds the second token to a key of his own is found by the client's second use`() async throws {
    let test = try TestServer.withServices(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(10)))
    let thief = try PlayedProof()
    let first = try #require(try await test.tokens().refresh)
    let own = try TokenAnswer(await test.post("/token", TestServer.refreshment(first)))
    let shared = try TokenAnswer(await test.post("/token", TestServer.refreshment(first), fields: thief.field(test)))
    #expect(shared.refresh == own.refresh)
    let second = TestServer.refreshment(try #require(own.refresh))
    _ = try TokenAnswer(await test.post("/token", second, fields: thief.field(test)))
    #expect(await test.post("/token", second).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `A client that begins with DPoP and loses the answer gets the successor with its proof`() async throws {
    let test = try TestServer.withServices(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(10)))
    let key = try PlayedProof()
    let first = TestServer.refreshment(try #require(try await test.tokens().refresh))
    let lost = try TokenAnswer(await test.post("/token", first, fields: key.field(test)))
    let heard = try TokenAnswer(await test.post("/token", first, fields: key.field(test)))
    #expect(heard.refresh == lost.refresh && heard.members["token_type"] == "DPoP")
    let next = TestServer.refreshment(try #require(heard.refresh))
    #expect(try await test.post("/token", next, fields: key.field(test)).status == 200)
  }

  @Test func `The database can't decrypt a successor, and another token can't either`() throws {
    let spent = Secret("the-spent-token")
    let sealed = try SealedSuccessor(Secret("the-successor"), replacing: spent, SystemRandomSource())
    #expect(sealed.open(with: spent)?.reveal() == "the-successor")
    #expect(sealed.open(with: Secret("another-token")) == nil)
    for index in sealed.bytes.indices {
      var bytes = sealed.bytes
      bytes[index] ^= 1
      #expect(SealedSuccessor(bytes: bytes).open(with: spent) == nil)
      #expect(SealedSuccessor(bytes: Array(bytes.prefix(index))).open(with: spent) == nil)
    }
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
  func `A hundred simultaneous uses within the leeway all succeed, with one refresh token`(_ round: Int)
    async throws
  {
    let test = try server(leeway: .seconds(1), random: SystemRandomSource())
    let first = try await test.tokens()
    let request = TestServer.refreshment(try #require(first.refresh))
    let answers = await ConcurrencyTests.simultaneously(100) { await test.post("/token", request) }
    let tokens = try answers.map(TokenAnswer.init)
    #expect(Set(tokens.map(\.access)).count == 100 && Set(tokens.map(\.refresh)).count == 1)
    // The first pair of tokens, an access token for each use, and one refresh token.
    #expect(test.database.counts.tokens == 103)
    test.clock.advance(by: .seconds(1))
    #expect(await test.post("/token", request).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }
}
