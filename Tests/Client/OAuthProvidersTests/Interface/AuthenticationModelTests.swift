import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

@MainActor @Suite(.timeLimit(.minutes(60))) struct AuthenticationModelTests {
  private static let ada = "signedIn: Ada Lovelace"

  @Test func `A sign-in goes through signingIn to signedIn, and a sign-out ends it`() async throws {
    let fixture = try SignInFixture()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    await model.signIn()
    #expect(recorder.states == ["signedOut", "signingIn", Self.ada])
    await model.signOut()
    #expect(recorder.states == ["signedOut", "signingIn", Self.ada, "signedOut"])
    #expect(try await fixture.store.accounts().isEmpty)
    await model.signOut()
    #expect(model.state.word == "signedOut")
  }

  @Test func `A sign-out that can't revoke the tokens says where the user removes the application`() async throws {
    let fixture = try SignInFixture(.spotify)
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    await model.signIn()
    guard case .deletedOnly(let error as UnrevokedTokens)? = await model.signOut() else {
      Issue.record("Spotify has no endpoint that could have revoked the tokens")
      return
    }
    #expect(error.place == "https://www.spotify.com/account/apps/")
    #expect(model.state.word == "signedOut")
  }

  @Test func `A restore shows the signed-in user, or signedOut`() async throws {
    let fixture = try SignInFixture()
    let first = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let nobody = StateRecorder(first)
    await first.restore()
    #expect(nobody.states == ["signedOut", "signingIn", "signedOut"])
    await first.signIn()
    let model = AuthenticationModel(service: fixture.nextStart(), userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    await model.restore()
    #expect(recorder.states == ["signedOut", "signingIn", Self.ada])
  }

  @Test func `A restore without a network fails, and the next one succeeds`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_600))
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    fixture.transport.fail(next: .droppedBefore, at: "/token")
    await model.restore()
    fixture.clock.advance(by: .seconds(60))
    await model.restore()
    #expect(
      recorder.states == ["signedOut", "signingIn", "failed: temporarily_no_token", "signingIn", Self.ada])
  }

  // Peers report every failure as "cancelled".
  @Test func `Closing the browser is a sign-out, not a failure`() async throws {
    let fixture = try SignInFixture()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent.closed)
    let recorder = StateRecorder(model)
    await model.signIn()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
  }

  @Test(arguments: SignInFixture.Site.allCases)
  func `“Cancel” on the provider's page is a sign-out too, and the log has the provider's words`(
    _ site: SignInFixture.Site
  ) async throws {
    let logs = LogCollector()
    let fixture = try SignInFixture(site, agrees: false, logger: logs.logger())
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    await model.signIn()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    #expect(logs.records.contains { $0.contains("access_denied") })
  }

  @Test func `A restore that only a new sign-in could help is a sign-out, not a failure`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    try await fixture.forgetRefreshToken()
    fixture.clock.advance(by: .seconds(3_601))
    let model = AuthenticationModel(service: fixture.nextStart(), userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    await model.restore()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    await model.signIn()
    #expect(model.state.word == Self.ada)
  }

  @Test func `A failure has its error`() async throws {
    let fixture = try SignInFixture()
    fixture.transport.fail(next: .droppedBefore, at: "/openid-configuration", times: .max)
    let next = AuthenticationModel(service: fixture.nextStart(), userAgent: fixture.userAgent)
    await next.signIn()
    #expect(next.state.word.hasPrefix("failed: "))
    fixture.faults.fail(next: .currentAccount, with: TokenStoreError(.locked))
    await next.restore()
    #expect(next.state.word == "failed: token_store_unusable")
  }

  @Test func `Tokens that can't be deleted make the sign-out fail, and the user stays signed in`() async throws {
    let fixture = try SignInFixture()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    await model.signIn()
    let recorder = StateRecorder(model)
    fixture.faults.fail(next: .delete, with: TokenStoreError(.readOnly))
    fixture.transport.fail(next: .droppedBefore, at: "/revoke")
    await model.signOut()
    await model.restore()
    await model.signOut()
    #expect(recorder.states == [Self.ada, "failed: token_store_unusable", "signingIn", Self.ada, "signedOut"])
  }

  @Test func `The model notices when the provider ends the session`() async throws {
    let fixture = try SignInFixture()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    await model.signIn()
    let recorder = StateRecorder(model)
    fixture.clock.advance(by: .seconds(3_600))
    let session = try #require(try await fixture.service.session())
    _ = try await session.accessToken()
    #expect(recorder.states == [Self.ada])
    try await fixture.revoke()
    fixture.clock.advance(by: .seconds(3_600))
    await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    await recorder.reached("signedOut")
    #expect(recorder.states == [Self.ada, "signedOut"])
  }

  @Test(arguments: [false, true])
  func `The model notices a sign-out by another part of the program`(afterRestore: Bool) async throws {
    let fixture = try SignInFixture()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    await model.signIn()
    if afterRestore { await model.restore() }
    let recorder = StateRecorder(model)
    try await fixture.service.signOut()
    await recorder.reached("signedOut")
    #expect(recorder.states == [Self.ada, "signedOut"])
    await model.signIn()
    #expect(recorder.states == [Self.ada, "signedOut", "signingIn", Self.ada])
  }

  @Test func `A released model stops listening`() async throws {
    let fixture = try SignInFixture()
    var model: AuthenticationModel? = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    await model?.signIn()
    weak let gone = model
    model = nil
    #expect(gone == nil)
    // The user is still signed in.
    #expect(try await fixture.service.restore()?.name == "Ada Lovelace")
  }
}
