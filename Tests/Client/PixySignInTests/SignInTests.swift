import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthTestSupport
import OAuthUserAgent
import PixySignIn
import Testing
import TokenStorage

struct SignInTests {
  private let clock = ManualClock()
  private let store: any TokenStore = MemoryTokenStore()
  private let transport: FaultyTransport
  private let browser: SimulatedUserAgent

  init() throws {
    transport = FaultyTransport(LookAlikeTransport(try LookAlike.google()))
    browser = SimulatedUserAgent(
      LookAlikeUser().simulated(), redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: transport)
  }

  private func signIn(_ browser: (any UserAgent)? = nil, origins: [Endpoint] = []) -> SignIn {
    let client = LookAlikeClient.googleDesktop
    return SignIn(
      provider: .google, clientID: client.id, clientSecret: client.secret, origins: origins, app: "com.example.app",
      store: store, userAgent: browser ?? self.browser, through: transport)
  }

  @Test func `A user signs in once and is restored from then on`() async throws {
    #expect(try await signIn(NoBrowser()).restore() == nil)
    let user = try await signIn().restoreOrSignIn()
    #expect(user.profile.name == "Ada Lovelace" && user.session.account.name == user.profile.id)
    let next = try await signIn(NoBrowser()).restoreOrSignIn()
    #expect(next.profile == user.profile && next.session.account == user.session.account)
    #expect(try await signIn(NoBrowser()).restore()?.profile == user.profile)
  }

  @Test func `The session sends requests to the provider and the given origins only`() async throws {
    let drive = try Endpoint("https://www.googleapis.com/drive/v3/files")
    let user = try await signIn(origins: [drive]).signIn()
    transport.fail(next: .status(200), at: "/drive/v3/files")
    #expect(try await user.session.send(drive.request(.get)).response.status == .ok)
    let other = try Endpoint("https://evil.example/files")
    await #expect(throws: TokenSessionError.self) { try await user.session.send(other.request(.get)) }
  }

  // In peers, a start without a network signs the user out or shows the sign-in page again.
  @Test func `Without a network a stored user isn't asked to sign in again`() async throws {
    _ = try await signIn().signIn()
    transport.fail(next: .droppedBefore, at: "", times: .max)
    await #expect(throws: (any Error).self) { try await signIn(NoBrowser()).restoreOrSignIn() }
    transport.heal()
    #expect(try await signIn(NoBrowser()).restoreOrSignIn().profile.name == "Ada Lovelace")
  }

  @Test func `Stored tokens that can't be refreshed lead to the browser`() async throws {
    let user = try await signIn().signIn()
    var tokens = try #require(try await store.tokens(for: user.session.account))
    tokens.refreshToken = nil
    tokens.expiresIn = .zero
    try await store.save(tokens, for: user.session.account)
    #expect(try await signIn().restoreOrSignIn().profile == user.profile)
    #expect(try await store.tokens(for: user.session.account)?.refreshToken != nil)
  }

  @Test func `A sign-out deletes the tokens, and the next start has no user`() async throws {
    let signIn = signIn()
    let user = try await signIn.signIn()
    guard case .revoked = try await signIn.signOut() else {
      Issue.record("Google revokes tokens")
      return
    }
    #expect(try await store.tokens(for: user.session.account) == nil)
    #expect(try await self.signIn(NoBrowser()).restore() == nil)
  }

  @Test func `A program without a browser uses the tokens of another program, and signs nobody in`() async throws {
    let user = try await signIn().signIn()
    let program = signIn(NoUserAgent())
    #expect(try await program.restore()?.profile == user.profile)
    await #expect(throws: UserAgentError.noWayBack) { try await program.signIn() }
  }

  @Test @MainActor func `A model shows the user of the same sign-in`() async throws {
    let model = signIn().model()
    await model.restore()
    guard case .signedOut = model.state else {
      Issue.record("\(model.state)")
      return
    }
    await model.signIn()
    guard case .signedIn(let profile) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    #expect(try await signIn(NoBrowser()).restore()?.profile == profile)
  }

  @Test func `The logger gets the steps, and no secret`() async throws {
    let log = LogCollector()
    let client = LookAlikeClient.googleDesktop
    let user = try await SignIn(
      provider: .google, clientID: client.id, clientSecret: client.secret, app: "com.example.app", store: store,
      userAgent: browser, through: transport, logger: log.logger()
    ).signIn()
    #expect(!log.records.isEmpty)
    let secrets = [client.secret?.reveal(), try await user.session.accessToken().reveal()].compactMap(\.self)
    #expect(secrets.count == 2 && !log.records.contains { record in secrets.contains { record.contains($0) } })
  }

  @Test(arguments: [(".hidden", "/nonexistent", "an app's name"), ("com.example.app", "group", "an absolute path")])
  func `A store that can't be opened is an error of the first call`(
    _ app: String, _ folder: String, _ problem: String
  ) async throws {
    let client = LookAlikeClient.googleDesktop
    let signIn = SignIn(
      provider: .google, clientID: client.id, clientSecret: client.secret, app: app, folder: folder,
      userAgent: browser, through: transport)
    let error = await #expect(throws: TokenSessionError.self) { try await signIn.restore() }
    guard case .storage(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(cause)".contains(problem))
  }
}

/// A browser that no test may open.
private struct NoBrowser: UserAgent {
  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    Issue.record("a browser was opened")
    throw UserAgentError.cancelled
  }
}
