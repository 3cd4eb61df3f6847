import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

@Suite("A sign-in on a device, by Pixy's own client", .covers("RFC 8628 §3.4, server"))
struct DeviceSignInTests {
  let person = SimulatedUser(username: "ada", password: Secret(TestServer.password))

  @Test(.covers("question: Does the server support RFC8628 (device grant)"))
  func `gets tokens once the user has approved it on another device`() async throws {
    let test = try TestServer.forDevices()
    let client = try await test.deviceClient()
    let authorization = try await client.deviceAuthorization(scope: Scope(["profile"]))
    #expect(authorization.verificationURI.text == "https://login.example/device")
    #expect(authorization.expiresIn == .seconds(600) && authorization.interval == .seconds(5))

    let states = Mutex<[PollingProgress.State]>([])
    let clock = WaitingClock(test.clock) { [person] passed in
      guard passed == .seconds(15) else { return }
      try await person.enter(
        userCode: authorization.userCode, at: authorization.verificationURI, through: InProcessTransport(test.server))
    }
    let tokens = try await client.tokens(for: authorization, clock: clock) { progress in
      states.withLock { $0.append(progress.state) }
    }
    #expect(states.withLock { $0 } == [.begun, .pending, .pending])
    #expect(tokens.scope == (try Scope(["profile"])))
    let userInfo = await test.userInfo(tokens.accessToken.reveal())
    #expect(try userInfo.members["sub"] == "248289761001")
    #expect(try userInfo.members["email"] == nil)

    let refreshed = try await client.refresh(try #require(tokens.refreshToken))
    #expect(await test.userInfo(refreshed.accessToken.reveal()).status == 200)
  }

  @Test func `works with a link that has the code in it, and below an issuer with a path`() async throws {
    let test = try TestServer.forDevices(issuer: "https://login.example/tenant")
    let document = try JSONValue(
      bytes: await test.get("/.well-known/oauth-authorization-server/tenant").body)
    let client = OAuthClient(
      id: "tv", server: try AuthorizationServerMetadata(document: document), transport: InProcessTransport(test.server),
      clock: test.clock.wallClock)
    let authorization = try await client.deviceAuthorization()
    let link = try #require(authorization.verificationURIComplete)
    #expect(link.text == "https://login.example/tenant/device?user_code=\(authorization.userCode)")
    try await person.enter(
      userCode: authorization.userCode.lowercased(), at: link, through: InProcessTransport(test.server))
    _ = try await client.tokens(for: authorization, clock: WaitingClock(test.clock))
  }

  @Test func `with a client secret gets tokens, and no refresh token for a client that can't refresh`() async throws {
    let test = try TestServer.forDevices()
    let client = try await test.deviceClient(
      "box", authentication: .clientSecretBasic(Secret(TestServer.clientSecret)))
    let authorization = try await client.deviceAuthorization()
    try await person.enter(
      userCode: authorization.userCode, at: authorization.verificationURI, through: InProcessTransport(test.server))
    let tokens = try await client.tokens(for: authorization, clock: WaitingClock(test.clock))
    #expect(tokens.refreshToken == nil)
  }

  // Other clients keep polling after `access_denied`.
  @Test func `ends at once when the user denies it`() async throws {
    let test = try TestServer.forDevices()
    let client = try await test.deviceClient()
    let authorization = try await client.deviceAuthorization()
    try await SimulatedUser(username: "", password: Secret(""), agrees: false).enter(
      userCode: authorization.userCode, at: authorization.verificationURI, through: InProcessTransport(test.server))
    let error = await #expect(throws: PollingError.self) {
      try await client.tokens(for: authorization, clock: WaitingClock(test.clock))
    }
    #expect(error?.code == "authorization_denied")
    #expect(test.database.counts.tokens == 0)
  }

  // Other clients ignore `expires_in` and poll without end.
  @Test(.covers("RFC 10027 §6.1.2, server")) func `ends when the codes expire without a decision`() async throws {
    let test = try TestServer.forDevices(lifetimes: TokenLifetimes(deviceCode: .seconds(60)))
    let client = try await test.deviceClient()
    let authorization = try await client.deviceAuthorization()
    await #expect(throws: PollingError.expired) {
      try await client.tokens(for: authorization, clock: WaitingClock(test.clock))
    }
  }

  // Other clients don't add 5 seconds after `slow_down`.
  @Test func `slows down when two programs of the client poll`() async throws {
    let test = try TestServer.forDevices()
    let client = try await test.deviceClient()
    let authorization = try await client.deviceAuthorization()
    let states = Mutex<[PollingProgress.State]>([])
    let clock = WaitingClock(test.clock) { [person] passed in
      if passed == .seconds(5) {
        // The other program polls once, a moment earlier.
        let once = WaitingClock(ManualClock()) { if $0 > .seconds(5) { throw CancellationError() } }
        _ = try? await client.tokens(for: authorization, clock: once)
      }
      if passed > .seconds(30) {
        try? await person.enter(
          userCode: authorization.userCode, at: authorization.verificationURI, through: InProcessTransport(test.server))
      }
    }
    _ = try await client.tokens(for: authorization, clock: clock) { progress in
      states.withLock { $0.append(progress.state) }
    }
    #expect(states.withLock { $0 } == [.begun, .slowedDown, .pending, .pending])
  }
}
