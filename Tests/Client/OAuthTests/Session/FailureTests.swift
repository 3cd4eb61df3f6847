import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// Failures that have nothing to do with the tokens.
@Suite(.timeLimit(.minutes(60))) struct FailureTests {
  @Test func `After a failure a valid token is used, and the server is not asked for a while`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(3_545))
    signedIn.transport.fail(next: .serverError, at: "/token", times: .max)
    for _ in 0..<100 { #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken) }
    #expect(signedIn.attempts == 1)
    signedIn.clock.advance(by: .seconds(1))
    for _ in 0..<100 { _ = try await signedIn.session.accessToken() }
    #expect(signedIn.attempts == 2)
    // The pause doubles after the second failure.
    signedIn.clock.advance(by: .seconds(1))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.attempts == 2)
    signedIn.clock.advance(by: .seconds(1))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.attempts == 3)
    signedIn.transport.heal()
    signedIn.clock.advance(by: .seconds(4))
    #expect(try await signedIn.session.accessToken() != signedIn.first.accessToken)
  }

  @Test func `After a failure, the next start uses the stored token while it is valid`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(3_570))
    signedIn.transport.fail(next: .droppedBefore, at: "/token", times: .max)
    let next = signedIn.another()
    for _ in 0..<10 { #expect(try await next.accessToken() == signedIn.first.accessToken) }
    #expect(signedIn.attempts == 1)
  }

  @Test func `The server's Retry-After replaces the session's own pause`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .droppedBefore, at: "/token")
    _ = try? await signedIn.session.accessToken()
    signedIn.transport.fail(next: .tooManyRequests(retryAfter: 30), at: "/token")
    _ = try? await signedIn.session.accessToken()
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.retryAfter == .seconds(30) && signedIn.attempts == 2)
  }

  @Test func `A caller that needs a longer validity gets a temporary error`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(3_570))
    signedIn.transport.fail(next: .droppedBefore, at: "/token", times: .max)
    #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken)
    let error = await #expect(throws: TokenSessionError.self) {
      try await signedIn.session.accessToken(validFor: .seconds(60))
    }
    #expect(error?.code == "temporarily_no_token" && error?.category == .offline)
  }

  @Test func `A server that sends Retry-After isn't asked earlier`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .tooManyRequests(retryAfter: 30), at: "/token")
    let first = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(first?.retryAfter == .seconds(30))
    signedIn.clock.advance(by: .seconds(20))
    let second = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(second?.retryAfter == .seconds(10) && second?.category == .temporary)
    #expect(signedIn.attempts == 1)
    signedIn.clock.advance(by: .seconds(10))
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }

  @Test func `During the server's pause, the tokens of another session are used`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .tooManyRequests(retryAfter: 30), at: "/token")
    _ = try? await signedIn.session.accessToken()
    let token = try await signedIn.another().accessToken()
    #expect(try await signedIn.session.accessToken() == token)
    #expect(signedIn.attempts == 2)
  }

  @Test func `Retry-After with an OAuth error is respected`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(
      next: Fault("429 with JSON", reachesServer: false) { _, _, _ in
        var answer = HTTPAnswer.json(["error": "temporarily_unavailable"], status: .tooManyRequests)
        answer.response.headerFields[.retryAfter] = "7"
        return answer
      }, at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.retryAfter == .seconds(7))
  }

  @Test func `Without Retry-After, a caller without a token can try again at once`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .serverError, at: "/token", times: 3)
    for _ in 0..<3 {
      let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
      #expect(error?.category == .temporary)
    }
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
    #expect(signedIn.attempts == 4)
  }

  /// The faults, and whether the server may have spent the refresh token.
  @Test(arguments: [
    ([Fault.droppedBefore], false), ([.untrusted], false), ([.droppedAfter, .droppedBefore], true),
    ([.timedOutBefore, .timedOutBefore], true), ([.timedOutAfter, .droppedBefore], true),
  ])
  func `Only a request that wasn't sent loses nothing for certain`(_ faults: [Fault], _ mayBeSpent: Bool) async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    for fault in faults { signedIn.transport.fail(next: fault, at: "/token") }
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    let remedy = try #require(error?.remedy)
    #expect(remedy.contains("nothing was lost") == !mayBeSpent, "\(remedy)")
    #expect(remedy.contains("may have replaced the refresh token") == mayBeSpent, "\(remedy)")
  }

  @Test func `No failure, no change and no log record shows a secret`() async throws {
    let faults: [Fault?] = [
      nil, .droppedBefore, .droppedAfter, .serverError, .garbage, .truncated, .invalidGrant, .errorWithStatus200,
    ]
    for fault in faults {
      let signedIn = try await SignedIn()
      // A careless server sends the request's secrets back.
      let echo = Fault("echo", reachesServer: false) { [refreshToken = signedIn.first.refreshToken] _, _, _ in
        .json(
          ["error": "invalid_client", "error_description": .string("no: " + (refreshToken?.reveal() ?? ""))],
          status: .unauthorized)
      }
      let fault = fault ?? echo
      var secrets = [signedIn.first.accessToken, signedIn.first.refreshToken].compactMap(\.self)
      let changes = signedIn.session.changes
      signedIn.expire()
      signedIn.transport.fail(next: fault, at: "/token", times: 2)
      var seen = ["\(signedIn.first)", String(reflecting: signedIn.first)]
      do {
        _ = try await signedIn.session.accessToken()
      } catch {
        var dumped = ""
        dump(error, to: &dumped)
        seen += ["\(error)", String(reflecting: error), dumped]
      }
      try await signedIn.session.signOut()
      for await change in changes {
        var dumped = ""
        dump(change, to: &dumped)
        seen += ["\(change)", dumped]
        if change == .signedOut { break }
        if case .ended = change { break }
        if case .renewed(let tokens) = change {
          secrets += [tokens.accessToken, tokens.refreshToken].compactMap(\.self)
        }
      }
      seen += signedIn.log.records
      for secret in secrets {
        #expect(!seen.contains { $0.contains(secret.reveal()) }, "\(fault)")
      }
    }
  }
}
