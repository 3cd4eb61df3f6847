import Foundation
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// Users that another library signed in: their tokens are taken over.
struct SignInServiceAdoptionTests {
  /// An application whose user another library has signed in, and that library's tokens.
  private func fixture(
    _ site: SignInFixture.Site = .googleDesktop
  ) async throws -> (fixture: SignInFixture, old: StoredTokens) {
    let fixture = try SignInFixture(site)
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent).tokens
    return (
      fixture,
      StoredTokens(
        accessToken: signedIn.accessToken, refreshToken: signedIn.refreshToken, receivedAt: fixture.clock.now,
        expiresIn: signedIn.expiresIn)
    )
  }

  @Test(arguments: SignInFixture.Site.allCases)
  func `The tokens of another library sign the user in, and so does the next start`(
    _ site: SignInFixture.Site
  ) async throws {
    let (fixture, old) = try await fixture(site)
    #expect(try await fixture.service.restore() == nil)
    let profile = try await fixture.service.adopt(old, ofUser: "1815")
    #expect(profile?.name == "Ada Lovelace")
    #expect(try await fixture.nextStart().restore() == profile)
  }

  @Test func `An expired access token is refreshed, and the new tokens are stored`() async throws {
    let (fixture, old) = try await fixture(.spotify)
    fixture.clock.advance(by: .seconds(4_000))
    #expect(try await fixture.service.adopt(old, ofUser: "1815")?.id == "1815")
    let stored = try #require(try await fixture.tokens())
    #expect(stored.accessToken != old.accessToken && stored.refreshToken != old.refreshToken)
  }

  @Test func `A user who is signed in already stays, and the old tokens are ignored`() async throws {
    let (fixture, old) = try await fixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let stored = try await fixture.tokens()
    #expect(stored?.accessToken != old.accessToken)
    #expect(try await fixture.nextStart().adopt(old, ofUser: "1815")?.id == "1815")
    #expect(try await fixture.tokens() == stored)
  }

  @Test func `Tokens of another user are rejected, and nothing is stored`() async throws {
    let (fixture, old) = try await fixture()
    await #expect(throws: ProviderError.profileOfAnotherUser(provider: "Google")) {
      try await fixture.service.adopt(old, ofUser: "1906")
    }
    #expect(try await fixture.store.accounts().isEmpty)
    #expect(try await fixture.service.restore() == nil)
  }

  @Test func `A session that the provider has ended needs a sign-in, and nothing is stored`() async throws {
    let (fixture, old) = try await fixture(.spotify)
    var dead = old
    dead.refreshToken = Secret("a-refresh-token-that-was-revoked")
    fixture.clock.advance(by: .seconds(4_000))
    #expect(try await fixture.service.adopt(dead, ofUser: "1815") == nil)
    #expect(try await fixture.store.accounts().isEmpty)
  }

  @Test func `Without a network the tokens are stored, and a later restore uses them`() async throws {
    let (fixture, old) = try await fixture()
    fixture.clock.advance(by: .seconds(4_000))
    fixture.transport.fail(next: .droppedBefore, at: "/token")
    await #expect(throws: TokenSessionError.self) { try await fixture.service.adopt(old, ofUser: "1815") }
    fixture.clock.advance(by: .seconds(60))
    #expect(try await fixture.nextStart().restore()?.id == "1815")
  }

  @Test func `A store that fails keeps the old tokens with their owner`() async throws {
    let (fixture, old) = try await fixture()
    fixture.faults.fail(next: .save, with: TokenStoreError(.locked))
    await #expect {
      try await fixture.service.adopt(old, ofUser: "1815")
    } throws: { error in
      guard case TokenSessionError.storage = error else { return false }
      return true
    }
    #expect(try await fixture.service.restore() == nil)
    #expect(try await fixture.service.adopt(old, ofUser: "1815")?.id == "1815")
  }
}
