import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

/// Sign-ins and sign-outs that another process completes.
@Suite struct SealedSignInTests {
  private static let redirectURI = "https://app.example/callback"
  private static let back = "https://app.example/signed-out"

  private func sealer(_ issuer: TestIssuer) -> AttemptSealer {
    AttemptSealer(
      SealingKey.generate(from: SeededRandomSource(seed: 8)), used: InMemoryUsedTokenIDs(clock: issuer.clock.wallClock))
  }

  private func begin(_ issuer: TestIssuer, maxAge: Duration? = nil) async throws -> AuthorizationAttempt {
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Self.redirectURI))
    request.openID.maxAge = maxAge
    let attempt = try await issuer.client().begin(request)
    issuer.change { $0.nonce = attempt.nonce }
    return attempt
  }

  private func callback(_ attempt: AuthorizationAttempt) throws -> AuthorizationCallback {
    var answer = FormParameters()
    answer.append("code", "c-12345")
    answer.append("state", attempt.state.reveal())
    return try AuthorizationCallback(url: attempt.redirectURI.adding(answer))
  }

  @Test func `A restored sign-in verifies the ID token with its nonce`() async throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let attempt = try await begin(issuer)
    let client = try issuer.client()
    let restored = try await client.restoreAttempt(attempt.sealed(by: sealer), from: sealer)
    let signedIn = try await client.exchange(try await restored.receive(callback(attempt)))
    #expect(signedIn.idToken.subject == "248289761001")
  }

  @Test func `An ID token with another nonce is rejected after restoring`() async throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let attempt = try await begin(issuer)
    issuer.change { $0.nonce = Secret("another") }
    let client = try issuer.client()
    let restored = try await client.restoreAttempt(attempt.sealed(by: sealer), from: sealer)
    await #expect(throws: IDTokenError.wrongNonce) {
      _ = try await client.exchange(try await restored.receive(callback(attempt)))
    }
  }

  // OpenID Connect Core §3.1.2.1.
  @Test func `A restored sign-in checks max_age`() async throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let attempt = try await begin(issuer, maxAge: .seconds(60))
    let client = try issuer.client()
    let restored = try await client.restoreAttempt(attempt.sealed(by: sealer), from: sealer)
    await #expect(throws: IDTokenError.unknownAuthenticationTime) {
      _ = try await client.exchange(try await restored.receive(callback(attempt)))
    }
  }

  @Test func `A restored sign-out checks its answer`() throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let attempt = try issuer.client().beginLogout(
      of: Fixture.check(Fixture.claims()), postLogoutRedirectURI: RedirectURI(Self.back))
    let state = try #require(attempt.state).reveal()
    let text = try attempt.sealed(by: sealer)
    // The ID token isn't in it.
    #expect(text.byteCount < 256)
    let restored = try issuer.client().restoreLogout(text, from: sealer)
    #expect(restored.postLogoutRedirectURI == attempt.postLogoutRedirectURI)
    try restored.receive(Self.back + "?state=" + state)
    #expect(throws: LogoutError.foreignState) { try restored.receive(Self.back + "?state=other") }
    #expect(throws: LogoutError.missingState) { try restored.receive(Self.back) }
    #expect(throws: LogoutError.anotherRedirectURI) {
      try restored.receive("https://evil.example/signed-out?state=" + state)
    }
    #expect(!"\(restored) \(String(reflecting: restored))".contains(state))
  }

  @Test func `A sign-out without a way back is restored without one`() throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let text = try issuer.client().beginLogout(of: nil).sealed(by: sealer)
    let restored = try issuer.client().restoreLogout(text, from: sealer)
    #expect(restored.postLogoutRedirectURI == nil)
    #expect(throws: LogoutError.anotherRedirectURI) { try restored.receive(Self.back) }
  }

  @Test func `A sealed sign-out expires, and opens only as a sign-out`() async throws {
    let issuer = try TestIssuer()
    let sealer = sealer(issuer)
    let client = try issuer.client()
    let signOut = try client.beginLogout(of: nil, postLogoutRedirectURI: RedirectURI(Self.back)).sealed(by: sealer)
    let signIn = try await begin(issuer).sealed(by: sealer)
    #expect(throws: SealingError.invalid) { try client.restoreLogout(signIn, from: sealer) }
    await #expect(throws: SealingError.invalid) { _ = try await client.restoreAttempt(signOut, from: sealer) }
    issuer.clock.advance(by: .seconds(3_600))
    #expect(throws: SealingError.expired) { try client.restoreLogout(signOut, from: sealer) }
  }
}
