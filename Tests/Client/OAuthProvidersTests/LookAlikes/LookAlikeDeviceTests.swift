import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

struct LookAlikeDeviceTests {
  private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

  private func gitHub(_ quirks: Set<LookAlikeQuirk> = []) throws -> LookAlikeFixture {
    let clock = ManualClock()
    return try LookAlikeFixture(
      .gitHub, .gitHub(quirks: quirks, clock: clock.wallClock, logger: .silent), as: .gitHubOAuthApp, clock: clock)
  }

  private func google() throws -> LookAlikeFixture {
    let clock = ManualClock()
    return try LookAlikeFixture(
      .google, .google(clock: clock.wallClock, logger: .silent), as: .googleDevice, withSecret: true, clock: clock)
  }

  private func codes(_ fixture: LookAlikeFixture) async throws -> (device: String, user: String) {
    let answer = try await fixture.post(
      ["client_id": LookAlikeClient.gitHubOAuthApp.id, "scope": "read:user"],
      to: "https://github.com/login/device/code",
      fields: [.accept: "application/json"])
    #expect(answer.members["verification_uri"] == "https://github.com/login/device")
    #expect(answer.members["expires_in"] == 900)
    return (
      try #require(answer.members["device_code"]?.string), try #require(answer.members["user_code"]?.string)
    )
  }

  private func poll(_ fixture: LookAlikeFixture, _ deviceCode: String) async throws -> HTTPAnswer {
    try await fixture.post(
      ["client_id": LookAlikeClient.gitHubOAuthApp.id, "device_code": deviceCode, "grant_type": Self.grant],
      to: "https://github.com/login/oauth/access_token", fields: [.accept: "application/json"])
  }

  @Test func `GitHub: a user signs a device in`() async throws {
    let fixture = try gitHub()
    let signedIn = try await fixture.client.signInOnDevice(clock: ManualPollingClock(clock: fixture.clock)) {
      authorization in
      try await fixture.person.simulated().enter(
        userCode: authorization.userCode, at: Endpoint("https://github.com/login/device"),
        through: fixture.transport)
    }
    #expect(try await fixture.client.profile(signedIn).login == "ada")
  }

  @Test(.covers("GitHub: errors of the device flow", "look-alike GitHub: device flow"))
  func `GitHub: device_flow_disabled`() async throws {
    let fixture = try gitHub([.deviceGrantDisabled])
    await #expect(throws: EndpointError.self) { try await fixture.client.signInOnDevice { _ in } }
  }

  @Test(.covers("GitHub: errors of the device flow", "look-alike GitHub: device flow"))
  func `GitHub: slow_down has status 200 and the new interval`() async throws {
    let fixture = try gitHub()
    let codes = try await codes(fixture)
    #expect(try await poll(fixture, codes.device).members["error"] == "authorization_pending")
    for interval: Int64 in [10, 15] {
      let answer = try await poll(fixture, codes.device)
      #expect(answer.response.status == .ok)
      #expect(answer.members["error"] == "slow_down")
      #expect(answer.members["interval"] == .integer(interval))
    }
  }

  @Test func `GitHub: access_denied, expired_token and incorrect_device_code`() async throws {
    let fixture = try gitHub()
    let denied = try await codes(fixture)
    try await fixture.person.simulated(agrees: false).enter(
      userCode: denied.user, at: Endpoint("https://github.com/login/device"), through: fixture.transport)
    #expect(try await poll(fixture, denied.device).members["error"] == "access_denied")
    let forgotten = try await codes(fixture)
    fixture.clock.advance(by: .seconds(901))
    #expect(try await poll(fixture, forgotten.device).members["error"] == "expired_token")
    #expect(try await poll(fixture, "unknown").members["error"] == "incorrect_device_code")
  }

  @Test(.covers("Google: device flow", "look-alike Google: device flow"))
  func `Google: a user signs a device in at verification_url`() async throws {
    let fixture = try google()
    let signedIn = try await fixture.client.signInOnDevice(clock: ManualPollingClock(clock: fixture.clock)) {
      authorization in
      try await fixture.person.simulated().enter(
        userCode: authorization.userCode, at: Endpoint("https://www.google.com/device"),
        through: fixture.transport)
    }
    #expect(signedIn.idToken?.subject == "1815")
    #expect(signedIn.tokens.refreshToken != nil)
    let answer = try await fixture.post(
      ["client_id": LookAlikeClient.googleDevice.id, "scope": "openid"], to: "https://oauth2.googleapis.com/device/code"
    )
    #expect(answer.members["verification_url"] == "https://www.google.com/device")
    #expect(answer.members["verification_uri"] == nil)
  }

  @Test(.covers("look-alike Google: device flow"))
  func `Google: each poll result has its own status, and other types of client are rejected`() async throws {
    let fixture = try google()
    let other = try await fixture.post(
      ["client_id": LookAlikeClient.googleDesktop.id, "scope": "openid"],
      to: "https://oauth2.googleapis.com/device/code")
    #expect(other.response.status == .unauthorized)
    #expect(other.members["error"] == "invalid_client")
    let answer = try await fixture.post(
      ["client_id": LookAlikeClient.googleDevice.id, "scope": "openid"], to: "https://oauth2.googleapis.com/device/code"
    )
    let code = try #require(answer.members["device_code"]?.string)
    for (status, error) in [(428, "authorization_pending"), (403, "slow_down")] {
      let poll = try await fixture.post(
        [
          "client_id": LookAlikeClient.googleDevice.id, "device_code": code, "grant_type": Self.grant,
          "client_secret": try #require(LookAlikeClient.googleDevice.secret).reveal(),
        ], to: "https://oauth2.googleapis.com/token")
      #expect(poll.response.status.code == status)
      #expect(poll.members["error"] == .string(error))
      #expect(poll.members["interval"] == nil)
    }
  }
}
