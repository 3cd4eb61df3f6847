import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

struct SignInServiceTests {
  @Test(arguments: SignInFixture.Site.allCases)
  func `A sign-in stores the tokens and makes the account current, and the next start restores the user`(
    _ site: SignInFixture.Site
  ) async throws {
    let fixture = try SignInFixture(site)
    #expect(try await fixture.service.restore() == nil)
    let profile = try await fixture.service.signIn(with: fixture.userAgent)
    #expect(profile.id == "1815")
    #expect(profile.name == "Ada Lovelace")
    #expect(profile.picture != nil)
    #expect(try await fixture.currentAccount()?.name == "1815")
    #expect(try await fixture.tokens() != nil)
    #expect(try await fixture.nextStart().restore() == profile)
    #expect(try await fixture.service.restore() == profile)
  }

  @Test func `An invalid configuration opens no browser`() async throws {
    let fixture = try SignInFixture()
    let client = ProviderClient(.google, id: "your-client-id", through: fixture.transport)
    let opened = Gate()
    let agent = StagedUserAgent(browser: fixture.userAgent) { opened.arrive() }
    await #expect(throws: ProviderError.self) {
      try await SignInService(client, store: fixture.store).signIn(with: agent)
    }
    #expect(opened.arrivals == 0)
    #expect(fixture.transport.requests(to: "") == 0)
  }

  @Test func `A store that can't save is found out before the browser opens`() async throws {
    let fixture = try SignInFixture()
    fixture.faults.fail(next: .checkSaving, with: TokenStoreError(.locked), times: 2)
    let opened = Gate()
    let agent = StagedUserAgent(browser: fixture.userAgent) { opened.arrive() }
    await #expect(throws: TokenSessionError.self) { try await fixture.service.signIn(with: agent) }
    await #expect(throws: TokenSessionError.self) { try await fixture.service.signInOnDevice { _ in opened.arrive() } }
    #expect(opened.arrivals == 0 && fixture.transport.requests(to: "") == 0)
    _ = try await fixture.service.signIn(with: agent)
    #expect(opened.arrivals == 1)
  }

  // In peers, the first command after expiry fails and only the retry works.
  @Test(arguments: [SignInFixture.Site.googleDesktop, .spotify])
  func `An expired access token is refreshed before the profile is read`(_ site: SignInFixture.Site)
    async throws
  {
    let fixture = try SignInFixture(site)
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let first = try #require(try await fixture.tokens())
    fixture.clock.advance(by: .seconds(3_601))
    #expect(try await fixture.nextStart().restore()?.name == "Ada Lovelace")
    #expect(fixture.transport.requests(to: site.profilePath) == 2)
    #expect(try await fixture.tokens()?.accessToken != first.accessToken)
  }

  @Test func `A 401 causes one refresh and one repetition`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let first = try #require(try await fixture.tokens())
    let refreshes = fixture.transport.requests(to: "/token")
    fixture.transport.fail(next: .invalidToken, at: "/people/me")
    #expect(try await fixture.service.restore()?.name == "Ada Lovelace")
    #expect(fixture.transport.requests(to: "/token") == refreshes + 1)
    #expect(fixture.transport.requests(to: "/people/me") == 3)
    #expect(fixture.transport.outstanding.isEmpty)
    #expect(try await fixture.tokens()?.accessToken != first.accessToken)
  }

  @Test func `A 401 that remains is an error, and the user stays signed in`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.transport.fail(next: .invalidToken, at: "/people/me", times: 2)
    await #expect(throws: ProviderError.profileRefused(provider: "Google", status: 401)) {
      try await fixture.service.restore()
    }
    #expect(fixture.transport.outstanding.isEmpty)
    #expect(try await fixture.service.session() != nil)
    #expect(try await fixture.service.restore()?.name == "Ada Lovelace")
  }

  // In peers, any error signs the user out, even without a network.
  @Test(arguments: ["/.well-known/openid-configuration", "/token", "/people/me", ""])
  func `A restore without a network is an error, and the user stays signed in`(_ path: String) async throws {
    let fixture = try SignInFixture()
    let profile = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_601))
    let next = fixture.nextStart()
    fixture.transport.fail(next: .droppedBefore, at: path, times: .max)
    await #expect(throws: (any Error).self) { try await next.restore() }
    #expect(try await fixture.currentAccount() != nil)
    #expect(try await fixture.tokens()?.refreshToken != nil)
    fixture.transport.heal()
    #expect(try await next.restore() == profile)
  }

  @Test func `A user whose session the provider ended is signed out`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    try await fixture.revoke()
    #expect(try await fixture.service.restore() == nil)
    #expect(try await fixture.tokens() == nil)
    #expect(try await fixture.currentAccount() == nil)
    #expect(try await fixture.service.session() == nil)
  }

  @Test func `An expired token without a refresh token restores no user, and stays stored`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    try await fixture.forgetRefreshToken()
    let kept = try await fixture.tokens()
    // A clock that is wrong for a while.
    fixture.clock.advance(by: .seconds(3_601))
    #expect(try await fixture.nextStart().restore() == nil)
    #expect(try await fixture.tokens() == kept)
    fixture.clock.advance(by: .seconds(-3_601))
    #expect(try await fixture.nextStart().restore()?.name == "Ada Lovelace")
  }

  // GitHub's tokens don't expire and have no refresh token, but users revoke them.
  @Test func `A rejected token without a refresh token restores no user, and stays stored`() async throws {
    let fixture = try SignInFixture(.gitHub)
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let session = try #require(try await fixture.service.session())
    fixture.transport.fail(next: .invalidToken, at: "/user", times: 2)
    let error = await #expect(throws: TokenSessionError.self) {
      try await fixture.client.profile(through: session)
    }
    #expect(error?.category == .signInNeeded)
    #expect(try await fixture.service.restore() == nil)
    #expect(fixture.transport.outstanding.isEmpty)
    #expect(try await fixture.service.restore()?.name == "Ada Lovelace")
  }

  @Test func `Another user's profile is rejected at the sign-in, and nothing is stored`() async throws {
    let fixture = try SignInFixture()
    fixture.transport.fail(next: .otherUser, at: "/people/me")
    await #expect(throws: ProviderError.profileOfAnotherUser(provider: "Google")) {
      try await fixture.service.signIn(with: fixture.userAgent)
    }
    #expect(try await fixture.store.accounts().isEmpty)
    #expect(try await fixture.service.session() == nil)
  }

  @Test func `Another user's profile is rejected at a restore too`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.transport.fail(next: .otherUser, at: "/people/me")
    await #expect(throws: ProviderError.profileOfAnotherUser(provider: "Google")) {
      try await fixture.service.restore()
    }
    #expect(try await fixture.service.restore()?.id == "1815")
  }

  @Test(arguments: [Fault.serverError, .droppedBefore, .garbage, .tooManyRequests(retryAfter: 60)])
  func `A sign-in with an ID token succeeds although the profile can't be read`(_ fault: Fault)
    async throws
  {
    let fixture = try SignInFixture()
    fixture.transport.fail(next: fault, at: "/people/me")
    await #expect(throws: (any Error).self) { try await fixture.service.signIn(with: fixture.userAgent) }
    #expect(fixture.transport.outstanding.isEmpty)
    #expect(try await fixture.currentAccount()?.name == "1815")
    #expect(try await fixture.service.restore()?.name == "Ada Lovelace")
  }

  @Test(arguments: [SignInFixture.Site.spotify, .gitHub])
  func `A sign-in without an ID token fails if the profile can't be read`(_ site: SignInFixture.Site)
    async throws
  {
    let fixture = try SignInFixture(site)
    fixture.transport.fail(next: .serverError, at: site.profilePath)
    await #expect(throws: ProviderError.profileRefused(provider: site.provider.name, status: 500)) {
      try await fixture.service.signIn(with: fixture.userAgent)
    }
    #expect(try await fixture.store.accounts().isEmpty)
  }

  @Test func `Refresh tokens of Spotify rotate and are stored, and six months after the consent the session ends`()
    async throws
  {
    let fixture = try SignInFixture(.spotify)
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    var seen: Set<Secret> = [try #require(try await fixture.tokens()?.refreshToken)]
    for _ in 0..<4 {
      fixture.clock.advance(by: .seconds(15_724_800 / 4 - 10))
      #expect(try await fixture.nextStart().restore()?.name == "Ada Lovelace")
      #expect(seen.insert(try #require(try await fixture.tokens()?.refreshToken)).inserted)
    }
    fixture.clock.advance(by: .seconds(3_601))
    #expect(try await fixture.nextStart().restore() == nil)
    #expect(try await fixture.tokens() == nil)
  }
}
