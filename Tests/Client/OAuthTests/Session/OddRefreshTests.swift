import Evidence
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// Refreshes at a strict server whose answer has a member that can't be used. A replayed refresh token
/// would end the session.
@Suite(.covers("RFC 6749 §6"), .timeLimit(.minutes(60))) struct OddRefreshTests {
  /// Changes members of the server's answer to a refresh.
  private func changing(_ members: [String: JSONValue?]) -> Fault {
    Fault("odd members", reachesServer: true) { _, answer, _ in
      guard let answer, var changed = (try? JSONValue(bytes: answer.body))?.object else { return .text("") }
      for (name, value) in members { changed[name] = value }
      return .json(changed)
    }
  }

  @Test(
    arguments: [
      ["scope": 1], ["scope": ["a": "b"]], ["scope": "a\"b"], ["scope": [1]], ["token_type": nil], ["token_type": 7],
      ["expires_in": "soon"], ["id_token": ""], ["id_token": false], ["error": ""],
      ["scope": [[]], "token_type": "", "id_token": 1, "expires_in": -1],
    ] as [[String: JSONValue?]])
  func `One request brings the new tokens, and the next refresh works`(_ members: [String: JSONValue?]) async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: changing(members), at: "/token")
    let token = try await signedIn.session.accessToken()
    #expect(await signedIn.isGood(token))
    #expect(signedIn.attempts == 1)
    let stored = try #require(try await signedIn.stored)
    #expect(stored.refreshToken != signedIn.first.refreshToken && stored.scope == signedIn.first.scope)
    signedIn.expire()
    #expect(try await signedIn.another().accessToken(insteadOf: token) != token)
    #expect(signedIn.attempts == 2)
  }

  @Test(arguments: [false, 0, "", [:]] as [JSONValue])
  func `A server that doesn't rotate may say so in any form`(_ value: JSONValue) async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(Fixture.tokens(["refresh_token": value, "expires_in": 60]))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: Secret("rt-1"), receivedAt: clock.now, expiresIn: .zero,
        additionalMembers: ["id_token": "e30.e30.e30"]), for: account)
    let session = TokenSession(
      account: account, client: try Fixture.client(transport, clock: clock), store: store,
      monotonic: clock.monotonicClock)
    #expect(try await session.accessToken() == Secret("at-12345"))
    #expect(store.tokens(for: account)?.refreshToken == Secret("rt-1"))
    #expect(store.tokens(for: account)?.additionalMembers["id_token"] == "e30.e30.e30")
    #expect(transport.exchanges.count == 1)
  }

  // RFC 9449 §5: the client can't know whether such a token is bound.
  @Test(.covers("RFC 9449 §4"), arguments: [nil, "", 1, "Bearer", "mac"] as [JSONValue?])
  func `A bound token's refresh without the type DPoP is refused after one request`(_ value: JSONValue?) async throws {
    let prover = try DPoPProver.generate()
    let clock = ManualClock()
    var members: [String: JSONValue] = ["access_token": "at-2"]
    members["token_type"] = value
    let transport = ScriptedTransport(.json(members))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    let before = StoredTokens(
      accessToken: Secret("at-1"), tokenType: .dpop, refreshToken: Secret("rt-1"), receivedAt: clock.now,
      expiresIn: .zero, proofKey: .elsewhere(thumbprint: prover.thumbprint))
    store.save(before, for: account)
    let session = TokenSession(
      account: account, client: try Fixture.client(transport, clock: clock).with(prover: prover), store: store,
      monotonic: clock.monotonicClock)
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.code == "refresh_refused")
    #expect(transport.exchanges.count == 1 && store.tokens(for: account) == before)
  }
}
