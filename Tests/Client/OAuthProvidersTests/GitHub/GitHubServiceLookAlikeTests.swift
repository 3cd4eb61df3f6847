import Foundation
import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// The service against a server that imitates GitHub, from the browser to the API.
struct GitHubServiceLookAlikeTests {
  /// A service, and the user's browser.
  private struct Setting {
    let clock = ManualClock()
    let transport: LookAlikeTransport
    let person: LookAlikeUser
    let browser: SimulatedUserAgent
    let service: GitHubAuthService

    init(
      _ client: LookAlikeClient = .gitHubOAuthApp, withSecret: Bool = false, quirks: Set<LookAlikeQuirk> = [],
      agrees: Bool = true
    ) throws {
      let gitHub = try LookAlike.gitHub(
        quirks: quirks, clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: LogCollector().logger())
      transport = LookAlikeTransport(gitHub)
      person = gitHub.user
      let redirectURI = try RedirectURI("relay://oauth/callback")
      browser = SimulatedUserAgent(person.simulated(agrees: agrees), redirectURI: redirectURI, through: transport)
      var config = GitHubAuthConfig(
        clientID: client.id, clientSecret: withSecret ? client.secret : nil, redirectURI: redirectURI,
        kind: client.kind == .gitHubApp ? .gitHubApp : .oauthApp, transport: transport)
      config.clock = clock.wallClock
      config.monotonic = clock.monotonicClock
      config.pollingClock = GitHubPollingClock()
      config.logger = LogCollector().logger()
      service = GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(MemoryTokenStore()))
    }

    /// Sends a request to the API through the login's session.
    func status(_ login: String) async throws -> HTTPResponse.Status {
      let session = try await service.session(for: login)
      return try await session.send(GitHubHost.gitHubDotCom.userEndpoint.request(.get)).response.status
    }

    func failure() async -> GitHubAuthError? {
      await #expect(throws: GitHubAuthError.self) { try await service.signIn(with: browser) }
    }
  }

  @Test func `A user signs in, uses the API for years, and signs out, which revokes the token`()
    async throws
  {
    let setting = try Setting(withSecret: true)
    let info = try await setting.service.signIn(with: setting.browser)
    #expect(info.login == "ada" && info.id == 1815 && info.name == "Ada Lovelace" && info.avatar != nil)
    #expect(info.scope?.tokens == ["repo"] && info.expiresAt == nil)
    setting.clock.advance(by: .seconds(86_400 * 3_000))
    #expect(try await setting.status("ada") == .ok)
    let token = try #require(try await setting.service.credentialStore.tokens(for: "ada")).accessToken
    await setting.service.signOut(login: "Ada")
    #expect(await setting.service.currentUser() == nil)
    await #expect(throws: GitHubAPIError.unauthorized) {
      try await GitHubClient(token: token, through: setting.transport).user()
    }
  }

  @Test func `A GitHub App's tokens are refreshed for six months, and then the user signs in again`() async throws {
    let setting = try Setting(.gitHubApp)
    let info = try await setting.service.signIn(with: setting.browser)
    #expect(info.expiresAt == setting.clock.now.addingTimeInterval(28_800))
    for _ in 0..<3 {
      setting.clock.advance(by: .seconds(28_801))
      #expect(try await setting.status("ada") == .ok)
    }
    #expect(await setting.service.currentUser()?.login == "ada")
    setting.clock.advance(by: .seconds(15_897_601))
    await #expect { try await setting.status("ada") } throws: { error in
      guard case TokenSessionError.ended(let response) = error else { return false }
      return response.error == ErrorCode("bad_refresh_token")
    }
    #expect(await setting.service.currentUser() == nil)
    _ = try await setting.service.signIn(with: setting.browser)
    #expect(try await setting.status("ada") == .ok)
  }

  @Test(arguments: [LookAlikeQuirk.noIssuerInCallback, .expiringTokens, .numbersAsText])
  func `GitHub's occasional deviations are tolerated`(_ quirk: LookAlikeQuirk) async throws {
    let setting = try Setting(quirks: [quirk])
    let info = try await setting.service.signIn(with: setting.browser)
    #expect((info.expiresAt != nil) == (quirk == .expiringTokens))
    setting.clock.advance(by: .seconds(28_801))
    #expect(try await setting.status(info.login) == .ok)
  }

  @Test func `GitHub's error code is reported`() async throws {
    #expect(await (try Setting(quirks: [.wrongIssuerInCallback])).failure() == .issuerMismatch)
    #expect(await (try Setting(agrees: false)).failure() == .userCancelled)
    guard case .refused(let response)? = await (try Setting(quirks: [.secretWanted])).failure() else {
      Issue.record("a missing secret was not rejected")
      return
    }
    #expect(response.error == ErrorCode("incorrect_client_credentials"))
  }

  @Test func `A user signs in on another device if the app allows it`() async throws {
    let setting = try Setting()
    let (person, transport) = (setting.person.simulated(), setting.transport)
    let info = try await setting.service.signInOnDevice { authorization in
      do {
        try await person.enter(
          userCode: authorization.userCode, at: authorization.verificationURI, through: transport)
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(info.login == "ada")
    #expect(try await setting.status("ada") == .ok)

    let forbidden = try Setting(quirks: [.deviceGrantDisabled])
    let error = await #expect(throws: GitHubAuthError.self) {
      try await forbidden.service.signInOnDevice { _ in Issue.record("shown") }
    }
    #expect(error?.remedy.contains("Enable Device Flow") == true)
  }
}
