import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// Sign-ins at known providers that another process completes.
@Suite struct SealedSignInTests {
  private let sealer = AttemptSealer(.generate())

  private func callback(_ attempt: AuthorizationAttempt) throws -> AuthorizationCallback {
    var answer: FormParameters = ["code": "c-1", "state": attempt.state.reveal()]
    answer.append("iss", ifPresent: attempt.server.issuer?.text)
    if attempt.responseMode == .formPost {
      return try AuthorizationCallback(formBody: Array(answer.queryEncoded().utf8))
    }
    return try AuthorizationCallback(url: attempt.redirectURI.adding(answer))
  }

  @Test(arguments: KnownProvider.all)
  func `A sign-in at each provider is restored by another client of the same application`(
    _ known: KnownProvider
  ) async throws {
    let played = PlayedProvider(known)
    let sealer = AttemptSealer(.generate(), used: InMemoryUsedTokenIDs(clock: played.clock.wallClock))
    let attempt = try await known.client(played).begin(redirectURI: RedirectURI(known.redirectURI))
    let cookie = try attempt.sealed(by: sealer)
    // Cookies end at 4,096 bytes.
    #expect(cookie.byteCount < 600)
    let client = known.client(played)
    let restored = try await client.restoreAttempt(cookie, from: sealer)
    let code = try await restored.receive(callback(attempt))
    #expect(code.verifier == attempt.verifier && code.nonce == attempt.nonce)
    guard !known.hasIDTokens else { return }
    #expect(try await client.exchange(code).tokens.accessToken == Secret("at-1"))
  }

  @Test(arguments: KnownProvider.all)
  func `A sign-in at one provider isn't restored at another`(_ known: KnownProvider) async throws {
    let attempt = try await known.client(PlayedProvider(known)).begin(redirectURI: RedirectURI(known.redirectURI))
    let cookie = try attempt.sealed(by: sealer)
    let others = KnownProvider.all.filter { $0.provider.id != known.provider.id }
    try #require(!others.isEmpty)
    for other in others {
      await #expect(throws: SealingError.invalid) {
        _ = try await other.client(PlayedProvider(other)).restoreAttempt(cookie, from: sealer)
      }
    }
  }
}
