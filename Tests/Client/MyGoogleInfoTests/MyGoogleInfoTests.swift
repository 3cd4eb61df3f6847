import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthTestSupport
import PixySignIn
import Synchronization
import Testing
import TokenStorage

@testable import MyGoogleInfoModel

/// The model of the app in Examples/MyGoogleInfo, which its screens show.
@MainActor struct MyGoogleInfoTests {
  private let store = MemoryTokenStore()
  private let transport: FaultyTransport
  private let browser: CountingBrowser

  init() throws {
    transport = FaultyTransport(LookAlikeTransport(try LookAlike.google()))
    let redirectURI = try RedirectURI.reversedClientID(of: LookAlikeClient.googleIOS.id)
    browser = CountingBrowser(
      SimulatedUserAgent(LookAlikeUser().simulated(), redirectURI: redirectURI, through: transport))
  }

  private func launch() -> Launch {
    Launch {
      let settings = try AppSettings(bundleIdentifier: "com.example.app", allowsLookAlike: false) {
        ["GoogleClientID": LookAlikeClient.googleIOS.id][$0]
      }
      return SignIn(
        provider: try settings.provider(), clientID: settings.clientID, app: settings.app, store: store,
        userAgent: browser, through: transport)
    }
  }

  private func account(_ launch: Launch) throws -> AccountModel {
    guard case .ready(let account) = launch.state else { throw Unready() }
    return account
  }

  /// Fails the requests to the provider until the network is back.
  private func goOffline() {
    transport.fail(next: .droppedBefore, at: "", times: .max)
  }

  @Test func `A user signs in, is restored at the next launch without a browser, and signs out`() async throws {
    let first = launch()
    await first.restore()
    #expect(try account(first).state.name == nil && account(first).step == .restore)
    try await account(first).take(.signIn)
    #expect(try account(first).state.name == "Ada Lovelace")
    let second = launch()
    await second.restore()
    #expect(try account(second).state.name == "Ada Lovelace" && browser.openings == 1)
    try await account(second).take(.signOut)
    #expect(try account(second).unrevoked == nil && account(second).state.isSignedOut)
    let third = launch()
    await third.restore()
    #expect(try account(third).state.isSignedOut && browser.openings == 1)
  }

  @Test func `A second window doesn't restore the user again`() async throws {
    let launch = launch()
    await launch.restore()
    try await account(launch).take(.signIn)
    let requests = transport.requests(to: "")
    await launch.restore()
    #expect(try transport.requests(to: "") == requests && account(launch).step == .signIn)
  }

  @Test func `A start without a network offers another try and a sign-in, and signs nobody out`() async throws {
    try await account(launch()).take(.signIn)
    goOffline()
    let launch = launch()
    await launch.restore()
    let account = try account(launch)
    #expect(account.state.error != nil && account.offersSignIn)
    transport.heal()
    await account.tryAgain()
    #expect(account.state.name == "Ada Lovelace" && browser.openings == 1)
  }

  @Test func `If only the profile of a sign-in is missing, another try needs no browser`() async throws {
    transport.fail(next: .droppedBefore, at: "/v1/people/me", times: .max)
    let account = try account(launch())
    await account.take(.signIn)
    #expect(account.state.error != nil && !account.offersSignIn)
    transport.heal()
    await account.tryAgain()
    #expect(account.state.name == "Ada Lovelace" && browser.openings == 1)
  }

  @Test func `A sign-in that got no tokens opens the browser again`() async throws {
    transport.fail(next: .status(400), at: "/token")
    let account = try account(launch())
    await account.take(.signIn)
    #expect(account.state.error != nil)
    await account.tryAgain()
    #expect(account.state.name == "Ada Lovelace" && browser.openings == 2)
  }

  @Test func `A sign-out without a network says that the tokens stay valid, until the next step`() async throws {
    let account = try account(launch())
    await account.take(.signIn)
    goOffline()
    await account.take(.signOut)
    #expect(account.state.isSignedOut && account.unrevoked != nil)
    transport.heal()
    await account.take(.signIn)
    #expect(account.unrevoked == nil && account.state.name == "Ada Lovelace")
  }

  @Test func `The settings come from the keys in README, and the look-alike only in a debug build`() throws {
    let values = ["GoogleClientID": "1-a.apps.googleusercontent.com", "GoogleLookAlike": "http://127.0.0.1:8414"]
    let debug = try AppSettings(bundleIdentifier: "com.example.mine", allowsLookAlike: true) { values[$0] }
    #expect(debug.clientID == values["GoogleClientID"] && debug.app == "com.example.mine")
    #expect(try debug.provider().server.accountProvider != Provider.googleIOS.server.accountProvider)
    let release = try AppSettings(bundleIdentifier: nil, allowsLookAlike: false) { values[$0] }
    #expect(release.lookAlike == nil && release.app == "com.example.MyGoogleInfo")
    let empty = try AppSettings(bundleIdentifier: nil, allowsLookAlike: true) { _ in "" }
    #expect(empty.clientID == "your-client-id.apps.googleusercontent.com" && empty.lookAlike == nil)
  }

  @Test func `Without a client ID the sign-in fails before a browser opens, and says where to find one`() async throws {
    let settings = try AppSettings(bundleIdentifier: nil, allowsLookAlike: false) { _ in nil }
    let account = AccountModel(
      SignIn(
        provider: try settings.provider(), clientID: settings.clientID, app: settings.app, store: store,
        userAgent: browser, through: transport
      ).model())
    await account.take(.signIn)
    #expect((account.state.error as? any ExplainedError)?.remedy.contains("Google Cloud › Clients") == true)
    #expect(browser.openings == 0)
  }

  @Test func `A mistake in the settings is shown at the start`() async throws {
    let launch = Launch {
      let settings = try AppSettings(bundleIdentifier: nil, allowsLookAlike: true) { _ in "not an address" }
      return SignIn(provider: try settings.provider(), clientID: settings.clientID, app: settings.app)
    }
    await launch.restore()
    guard case .failed(let error) = launch.state else {
      Issue.record("the address isn't one")
      return
    }
    #expect(error is URIError)
  }
}

private struct Unready: Error {}

/// A browser that counts how often it is opened.
private final class CountingBrowser: UserAgent {
  private let other: any UserAgent
  private let count = Mutex(0)

  init(_ other: any UserAgent) {
    self.other = other
  }

  var openings: Int { count.withLock { $0 } }

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    try await other.authorize { redirectURI in
      let attempt = try await attempt(redirectURI)
      count.withLock { $0 += 1 }
      return attempt
    }
  }
}

extension AuthenticationModel.State {
  /// The name of the user who is signed in.
  fileprivate var name: String? {
    if case .signedIn(let profile) = self { profile.displayName } else { nil }
  }

  fileprivate var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }

  fileprivate var isSignedOut: Bool {
    if case .signedOut = self { true } else { false }
  }
}
