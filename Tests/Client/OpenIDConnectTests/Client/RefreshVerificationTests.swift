import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

/// The ID tokens of refreshes in a token session (OpenID Connect Core §12.2).
@Suite(.covers("OpenID Core §12.2"), .timeLimit(.minutes(60))) struct RefreshVerificationTests {
  /// A signed-in user whose access token has expired, and whose next refresh token is "rt-2".
  private struct Expired {
    let issuer: TestIssuer
    let session: TokenSession
    let store: any TokenStore = MemoryTokenStore()
    let account: Account

    init() async throws {
      issuer = try TestIssuer()
      let client = try issuer.client()
      account = try Account(provider: Fixture.issuer, name: "ada")
      session = TokenSession(
        account: account, client: client.client, store: store, verifier: client,
        monotonic: issuer.clock.monotonicClock)
      try await session.save(try await client.signIn(with: issuer).tokens)
      issuer.clock.advance(by: .seconds(3_600))
      issuer.change { $0.answerChanges = ["access_token": "at-2", "refresh_token": "rt-2"] }
    }

    /// A session of another run of the program.
    func anotherRun() throws -> TokenSession {
      TokenSession(
        account: account, client: session.client, store: store, verifier: try issuer.client(),
        monotonic: issuer.clock.monotonicClock)
    }

    var stored: StoredTokens? { get async throws { try await store.tokens(for: account) } }
    var sentRefreshTokens: [String] { issuer.bodies.compactMap { $0.all("refresh_token").first } }
  }

  @Test func `A refresh for the same user returns its access token and stores its ID token`() async throws {
    let expired = try await Expired()
    let first = try await expired.stored
    #expect(try await expired.session.accessToken() == Secret("at-2"))
    let stored = try #require(try await expired.stored)
    #expect(stored.refreshToken == Secret("rt-2"))
    #expect(stored.additionalMembers["id_token"] != first?.additionalMembers["id_token"])
    // The next refresh is compared with the new ID token, which has no nonce.
    expired.issuer.clock.advance(by: .seconds(3_600))
    expired.issuer.change { $0.answerChanges = ["access_token": "at-3"] }
    #expect(try await expired.session.accessToken() == Secret("at-3"))
  }

  @Test(
    .covers(
      "RP refresh: oidcc-client-test-refresh-token-invalid-sub",
      "RP refresh: oidcc-client-test-refresh-token-invalid-issuer"),
    arguments: [["sub": "another"], ["iss": "https://evil.example"], ["aud": "another"], ["exp": 1]]
      as [[String: JSONValue]])
  func `A refresh with an ID token of another user gives out nothing and keeps the new refresh token`(
    _ changes: [String: JSONValue]
  ) async throws {
    let expired = try await Expired()
    let first = try #require(try await expired.stored)
    expired.issuer.change { state in
      for (name, value) in changes { state.changes[name] = value }
    }
    let error = await #expect(throws: TokenSessionError.self) { try await expired.session.accessToken() }
    #expect(error?.code == "refresh_not_acceptable" && error?.category == .invalidInput)
    var kept = first
    kept.refreshToken = Secret("rt-2")
    #expect(try await expired.stored == kept)
    // The account works again as soon as the server's answers are right.
    expired.issuer.change { $0.changes = [:] }
    expired.issuer.clock.advance(by: .seconds(60))
    #expect(try await expired.session.accessToken() == Secret("at-2"))
    #expect(expired.sentRefreshTokens == ["rt-1", "rt-2"])
  }

  @Test func `If the keys can't be fetched, the refresh token is kept and the error is temporary`() async throws {
    let expired = try await Expired()
    // Another run of the program has no keys yet.
    expired.issuer.change { $0.keysAnswer = .text("", status: .serviceUnavailable) }
    let next = try expired.anotherRun()
    let error = await #expect(throws: TokenSessionError.self) { try await next.accessToken() }
    #expect(error?.code == "temporarily_no_token" && error?.category == .temporary)
    #expect(try await expired.stored?.refreshToken == Secret("rt-2"))
  }

  // django-oauth-toolkit sends the time of the user's newest sign-in.
  @Test func `Another time of authentication doesn't end the session`() async throws {
    let expired = try await Expired()
    expired.issuer.change { $0.changes = ["auth_time": 1_700_000_000] }
    #expect(try await expired.session.accessToken() == Secret("at-2"))
    expired.issuer.clock.advance(by: .seconds(3_600))
    expired.issuer.change { $0.changes = ["auth_time": 1_700_009_000] }
    #expect(try await expired.session.accessToken() == Secret("at-2"))
  }

  @Test func `A refresh without an ID token is accepted`() async throws {
    let expired = try await Expired()
    expired.issuer.change { $0.hasIDToken = false }
    #expect(try await expired.session.accessToken() == Secret("at-2"))
    #expect(try await expired.stored?.additionalMembers["id_token"] != nil)
  }

  @Test(arguments: ["", .null, false, 7] as [JSONValue])
  func `An ID token of unusable form doesn't replace the stored one`(_ value: JSONValue) async throws {
    let expired = try await Expired()
    let first = try #require(try await expired.stored?.additionalMembers["id_token"]?.string)
    expired.issuer.change { $0.answerChanges = ["access_token": "at-2", "id_token": value] }
    #expect(try await expired.session.accessToken() == Secret("at-2"))
    #expect(try await expired.stored?.additionalMembers["id_token"]?.string == first)
    // Otherwise the next refresh could be another user's.
    expired.issuer.clock.advance(by: .seconds(3_600))
    expired.issuer.change { state in
      state.answerChanges = ["access_token": "at-3"]
      state.changes = ["sub": "another"]
    }
    let error = await #expect(throws: TokenSessionError.self) { try await expired.session.accessToken() }
    #expect(error?.code == "refresh_not_acceptable")
  }

  @Test func `A stored ID token with claims that nobody asked for is read`() async throws {
    let issuer = try TestIssuer()
    let odd: [String: JSONValue] = ["amr": "pwd", "acr": 0, "sid": 7, "auth_time": "1800000000"]
    issuer.change { state in for (name, value) in odd { state.changes[name] = value } }
    let client = try issuer.client()
    let account = try Account(provider: Fixture.issuer, name: "ada")
    let session = TokenSession(
      account: account, client: client.client, store: MemoryTokenStore(), verifier: client,
      monotonic: issuer.clock.monotonicClock)
    try await session.save(try await client.signIn(with: issuer).tokens)
    issuer.clock.advance(by: .seconds(3_600))
    issuer.change { $0.answerChanges = ["access_token": "at-2"] }
    #expect(try await session.accessToken() == Secret("at-2"))
  }

  @Test func `A stored ID token that can't be read doesn't let another user in`() async throws {
    let expired = try await Expired()
    var stored = try #require(try await expired.stored)
    stored.additionalMembers["id_token"] = "damaged"
    try await expired.store.save(stored, for: expired.account)
    let next = try expired.anotherRun()
    let error = await #expect(throws: TokenSessionError.self) { try await next.accessToken() }
    #expect(error?.code == "refresh_not_acceptable")
  }
}

/// Tokens that can't be used after a sign-in.
@Suite(.covers("OpenID Core §12.2")) struct UnusedTokenTests {
  private static let revocation: [String: JSONValue] = ["revocation_endpoint": "https://as.example/revoke"]

  @Test(arguments: [true, false])
  func `A sign-in whose ID token isn't accepted revokes its tokens`(_ hasRefreshToken: Bool) async throws {
    let issuer = try TestIssuer()
    issuer.change { state in
      state.changes = ["aud": "another-client"]
      if !hasRefreshToken { state.answerChanges = ["refresh_token": nil] }
    }
    let client = try issuer.client(members: Self.revocation)
    await #expect(throws: IDTokenError.self) { try await client.signIn(with: issuer) }
    #expect(issuer.paths.last == "/revoke")
    let sent = issuer.bodies.compactMap { $0.all("token").first }
    let hints = issuer.bodies.compactMap { $0.all("token_type_hint").first }
    // This server revokes nothing, so the access token is tried too.
    #expect(sent == (hasRefreshToken ? ["rt-1", "at-12345"] : ["at-12345"]))
    #expect(hints == (hasRefreshToken ? ["refresh_token", "access_token"] : ["access_token"]))
  }

  @Test func `An accepted sign-in revokes nothing`() async throws {
    let issuer = try TestIssuer()
    _ = try await issuer.client(members: Self.revocation).signIn(with: issuer)
    #expect(!issuer.paths.contains("/revoke"))
  }
}
