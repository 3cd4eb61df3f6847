import OAuth
import OAuthCore
import OAuthServer
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// The effect on a session when the embedded server misbehaves at a refresh. OAuthTests covers the
/// effects of networks.
@Suite struct SessionFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let fault: ServerFault
    let code: String
    let category: ErrorCategory
    var retryAfter: Duration?

    var testDescription: String { fault.rawValue }
  }

  static let rows = [
    Row(fault: .rotationReuse, code: "session_ended", category: .signInNeeded),
    Row(fault: .answerLostAfterRotation, code: "temporarily_no_token", category: .temporary),
    Row(fault: .serverError, code: "temporarily_no_token", category: .temporary),
    Row(fault: .tooManyRequests, code: "temporarily_no_token", category: .temporary, retryAfter: .seconds(30)),
    Row(fault: .truncatedBody, code: "session_ended", category: .signInNeeded),
    Row(fault: .redirect, code: "temporarily_no_token", category: .temporary),
    Row(fault: .errorWithStatus200, code: "refresh_refused", category: .refused),
  ]

  @Test(arguments: rows)
  func `The tokens stay unless the server has ended the session`(_ row: Row) async throws {
    let server = try EmbeddedServer()
    let store = MemoryTokenStore()
    let session = try await server.session(in: store)
    let account = session.account
    let before = store.tokens(for: account)
    server.clock.advance(by: .seconds(3_600))
    server.misbehave(row.fault)
    let error = try await #require(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error.code == row.code && error.category == row.category)
    #expect(!error.explanation.isEmpty && !error.remedy.isEmpty)
    #expect(row.retryAfter == nil || error.retryAfter == row.retryAfter)
    #expect(store.tokens(for: account) == (row.category == .signInNeeded ? nil : before))
    #expect(server.faults.outstanding.isEmpty)
    if row.category == .signInNeeded { return }

    server.clock.advance(by: error.retryAfter ?? .zero)
    if row.fault == .answerLostAfterRotation {
      // The stored refresh token is spent. A server that detects reuse can't distinguish this from
      // theft (RFC 9700 §4.14.2).
      let second = try await #require(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect(second.category == .signInNeeded)
      #expect(store.tokens(for: account) == nil)
    } else {
      let token = try await session.accessToken()
      #expect(try await session.client.userInfo(token)["name"] == "Ada Lovelace")
    }
  }

  // The fault ends the grant directly: a DPoP proof is valid once, so it can't replay the client's.
  @Test func `A reused refresh token ends a sign-in that is bound to a key, in spite of the leeway`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(30)))
    let client = try await server.client(prover: .generate())
    let tokens = try await client.signIn(with: server.userAgent)
    let token = try #require(tokens.refreshToken)
    server.misbehave(.rotationReuse)
    for _ in 0..<2 {
      let error = try await #require(throws: (any Error).self) { try await client.refresh(token) }
      #expect("\(error)".contains("invalid_grant"), "\(error)")
    }
    #expect(server.faults.outstanding.isEmpty)
    await #expect(throws: (any Error).self) { try await client.userInfo(tokens.accessToken) }
  }

  @Test func `A server with leeway repeats an answer that was lost after rotation`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(30)))
    let session = try await server.session()
    server.clock.advance(by: .seconds(3_600))
    server.misbehave(.answerLostAfterRotation)
    let error = try await #require(throws: TokenSessionError.self) { try await session.accessToken() }
    server.clock.advance(by: error.retryAfter ?? .zero)
    _ = try await session.client.userInfo(session.accessToken())
  }
}
