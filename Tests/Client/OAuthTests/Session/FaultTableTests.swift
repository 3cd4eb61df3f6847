import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// `Documentation/Guides/TokenLife.md`, row by row: a failure at the token endpoint, and whether the
/// user stays signed in.
@Suite(.covers("RFC 6749 §6"), .timeLimit(.minutes(60))) struct FaultTableTests {
  /// The effect of a failure.
  enum Outcome: String {
    /// No effect: the user notices nothing.
    case newToken = "new token"
    /// A temporary error. The tokens stay, and the next call succeeds.
    case tryAgain = "error, try again; tokens stay"
    /// An error about the client or the server. The tokens stay.
    case refused = "error, not retried; tokens stay"
    /// The user has to sign in again.
    case signIn = "sign in again"
  }

  struct Row: CustomTestStringConvertible {
    let name: String
    let faults: [Fault]
    /// The effect at a server that treats a spent refresh token as theft.
    let strict: Outcome
    /// The effect at a server that accepts a second use for 30 seconds.
    let lenient: Outcome
    /// The number of requests.
    let requests: Int

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row("No connection (offline)", [.droppedBefore], .tryAgain, .tryAgain, requests: 1),
    Row("TLS fails", [.untrusted], .tryAgain, .tryAgain, requests: 1),
    Row("No answer in time, the server has not seen the request", [.timedOutBefore], .newToken, .newToken, requests: 2),
    Row("No answer in time, twice", [.timedOutBefore, .timedOutBefore], .tryAgain, .tryAgain, requests: 2),
    Row("No answer in time, the server has rotated", [.timedOutAfter], .signIn, .newToken, requests: 2),
    Row(
      "Connection dropped before the server saw the request", [.droppedAfter.unhandled], .newToken, .newToken,
      requests: 2),
    Row(
      "Connection dropped before the server saw the request, then none", [.droppedAfter.unhandled, .droppedBefore],
      .tryAgain, .tryAgain, requests: 2),
    Row("Connection dropped after the server rotated", [.droppedAfter], .signIn, .newToken, requests: 2),
    Row(
      "Connection dropped after the server rotated, then none", [.droppedAfter, .droppedBefore], .tryAgain, .tryAgain,
      requests: 2),
    Row("Status 500", [.serverError], .tryAgain, .tryAgain, requests: 1),
    Row("Status 500 after the server rotated", [.serverError.handled], .tryAgain, .tryAgain, requests: 1),
    Row("Status 503 with a proxy's page", [.unavailablePage], .tryAgain, .tryAgain, requests: 1),
    Row("Status 503, temporarily_unavailable", [.temporarilyUnavailable], .tryAgain, .tryAgain, requests: 1),
    Row("Status 429 without Retry-After", [.tooManyRequests(retryAfter: nil)], .tryAgain, .tryAgain, requests: 1),
    Row("Status 429 with Retry-After", [.tooManyRequests(retryAfter: 30)], .tryAgain, .tryAgain, requests: 1),
    Row("Slow answer, in time", [], .newToken, .newToken, requests: 1),
    Row("Garbage with status 200, the server has not rotated", [.garbage.unhandled], .newToken, .newToken, requests: 2),
    Row("Garbage with status 200, the server has rotated", [.garbage], .signIn, .newToken, requests: 2),
    Row("Half an answer, the server has rotated", [.truncated], .signIn, .newToken, requests: 2),
    Row(
      "A hotel's sign-in page with status 200",
      [.status(200, "<html>", "text/html"), .status(200, "<html>", "text/html")], .tryAgain, .tryAgain, requests: 2),
    Row("Redirect", [.redirect], .tryAgain, .tryAgain, requests: 1),
    Row("invalid_client", [.refusal(.invalidClient, status: .unauthorized)], .refused, .refused, requests: 1),
    Row("Status 404", [.status(404, "gone")], .refused, .refused, requests: 1),
    Row("An error with status 200", [.errorWithStatus200], .refused, .refused, requests: 1),
    Row("invalid_grant", [.invalidGrant], .signIn, .signIn, requests: 1),
  ]

  enum Server: CaseIterable {
    case strict
    case lenient
  }

  @Test(arguments: rows, Server.allCases)
  func `Each row of the table holds`(_ row: Row, _ server: Server) async throws {
    let signedIn = try await SignedIn(leeway: server == .strict ? .zero : .seconds(30))
    signedIn.expire()
    let result = try await Self.accessToken(signedIn, row)
    #expect(signedIn.attempts == row.requests)
    switch server == .strict ? row.strict : row.lenient {
    case .newToken:
      let token = try result.get()
      #expect(await signedIn.isGood(token))
      #expect(try await signedIn.stored?.accessToken == token)
    case .tryAgain, .refused:
      let error = #expect(throws: TokenSessionError.self) { try result.get() }
      let isRefused = (server == .strict ? row.strict : row.lenient) == .refused
      let category = try #require(error?.category)
      #expect(isRefused ? category == .refused : [.offline, .temporary].contains(category))
      #expect(try await signedIn.stored == signedIn.first)
      signedIn.transport.heal()
      signedIn.clock.advance(by: error?.retryAfter ?? .zero)
      // After a rotation whose answer was lost, a strict server treats the next request as theft.
      if signedIn.refreshes == 0 || server == .lenient {
        #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
      } else {
        await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
      }
    case .signIn:
      let error = #expect(throws: TokenSessionError.self) { try result.get() }
      #expect(error?.category == .signInNeeded)
      #expect(try await signedIn.stored == nil)
    }
  }

  @Test(arguments: rows, Server.allCases)
  func `While the old token is valid, failures that don't end the session return it`(_ row: Row, _ server: Server)
    async throws
  {
    let signedIn = try await SignedIn(leeway: server == .strict ? .zero : .seconds(30))
    signedIn.clock.advance(by: .seconds(3_570))
    let result = try await Self.accessToken(signedIn, row)
    switch server == .strict ? row.strict : row.lenient {
    case .newToken: #expect(try result.get() != signedIn.first.accessToken)
    case .tryAgain, .refused:
      #expect(try result.get() == signedIn.first.accessToken)
      #expect(try await signedIn.stored == signedIn.first)
      // The server is not asked again.
      _ = try await signedIn.session.accessToken()
      #expect(signedIn.attempts == row.requests)
    case .signIn: #expect(throws: TokenSessionError.self) { try result.get() }
    }
  }

  private static func accessToken(_ signedIn: SignedIn, _ row: Row) async throws -> Result<Secret, any Error> {
    for fault in row.faults { signedIn.transport.fail(next: fault, at: "/token") }
    let gate = Gate()
    if row.faults.isEmpty { signedIn.transport.fail(next: .slow(until: gate), at: "/token") }
    let call = Task { try await signedIn.session.accessToken() }
    if row.faults.isEmpty {
      await gate.arrived()
      gate.open()
    }
    return await call.result
  }

  /// The difference between this machine's clock and the server's.
  @Test(arguments: [Int64(-3_600), 3_600])
  func `A clock that is an hour off makes no difference`(_ seconds: Int64) async throws {
    let clock = ManualClock()
    let signedIn = try await SignedIn(clock: clock)
    let wrong = ManualClock(clock.now)
    wrong.jump(by: .seconds(seconds))
    let client = OAuthClient(
      id: "app", server: signedIn.client.server, transport: signedIn.transport, clock: wrong.wallClock)
    let session = TokenSession(
      account: try Account(provider: SignedIn.issuer, name: "wrong"), client: client, store: signedIn.store,
      monotonic: wrong.monotonicClock)
    try await session.save(try await client.refresh(try #require(signedIn.first.refreshToken)))
    let given = try await session.accessToken()
    for moved in [clock, wrong] { moved.advance(by: .seconds(3_539)) }
    #expect(try await session.accessToken() == given)
    for moved in [clock, wrong] { moved.advance(by: .seconds(1)) }
    let renewed = try await session.accessToken()
    #expect(renewed != given)
    #expect(await signedIn.isGood(renewed))
  }

  @Test func `A nonce that the server changes once is used, and one that always changes is an error`() async throws {
    let key = try SigningKey.generate(.es256)
    for (count, isGood) in [(1, true), (.max, false)] {
      let clock = ManualClock()
      let transport = FaultyTransport(
        ScriptedTransport(Fixture.tokens(["token_type": "DPoP", "refresh_token": "rt-2"])))
      let client = try Fixture.client(transport, clock: clock).with(prover: DPoPProver(key))
      let store = MemoryTokenStore()
      let account = try Account(provider: "p", name: "n")
      let before = try StoredTokens(
        accessToken: Secret("at-1"), tokenType: .dpop, refreshToken: Secret("rt-1"), receivedAt: clock.now,
        expiresIn: .zero, proofKey: .privateKey(key.privateJWK()))
      store.save(before, for: account)
      let session = TokenSession(account: account, client: client, store: store, monotonic: clock.monotonicClock)
      transport.fail(next: .nonceWanted, at: "/token", times: count)
      if isGood {
        #expect(try await session.accessToken() == Secret("at-12345"))
      } else {
        let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
        #expect(error?.category != .signInNeeded)
        #expect(store.tokens(for: account) == before)
      }
    }
  }

  @Test func `The table in the documentation equals this one`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Documentation/Guides/TokenLife.md"), encoding: .utf8)
    for row in Self.rows {
      let line = "| \(row.name) | \(row.requests) | \(row.strict.rawValue) | \(row.lenient.rawValue) |"
      #expect(text.contains(line + "\n"), "\(line)")
    }
    // The table has a head, a rule below it, and no untested rows.
    #expect(text.split(separator: "\n").count { $0.hasPrefix("|") } == Self.rows.count + 2)
  }
}

extension FaultTableTests.Row {
  init(
    _ name: String, _ faults: [Fault], _ strict: FaultTableTests.Outcome, _ lenient: FaultTableTests.Outcome,
    requests: Int
  ) {
    self.init(name: name, faults: faults, strict: strict, lenient: lenient, requests: requests)
  }
}
