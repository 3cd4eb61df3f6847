#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

/// Sign-ins on another device, and requests on the user's own device, that another process goes on
/// waiting for.
@Suite struct SealedDeviceTests {
  private let app = SealingFixture()

  // RFC 8628 §3.2, the example.
  private static let codes: [String: JSONValue] = [
    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
    "verification_uri": "https://example.com/device",
    "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT", "expires_in": 1_800, "interval": 5,
  ]

  private func client(_ answers: HTTPAnswer..., id: String = "app") throws -> OAuthClient {
    try app.client(
      ScriptedTransport(results: answers.map { .success($0) }), id: id,
      server: Fixture.metadata([
        "device_authorization_endpoint": "https://as.example/device",
        "backchannel_authentication_endpoint": "https://as.example/bc",
      ]))
  }

  // Written by Python, as the vector of SealedTextTests.
  private static let vector =
    "AQsLCwsLCwsLCwsLC9OsdsT5Be7MhKp028Bq77ronFp6IyubbdJpoRXjxJOWoTkHDxOGLaINLgA0AbQDYFThjBIo5EBP0UmvK85cwF9_mkhHqYW7"
    + "XRYrtCWxzgmhhSZ4bXT2CA0pmWE7X-Mz3FEYVKI-ALeGbrBFQVArTB8eoIrDhHm9sLQYXEuO21nUr9lEruAPl6_gAD_4GuPq4DtXnpXEuwqYvI4B"
    + "al-D-JlM8NYzoEC97yV1FFJOZEr8XtBt3fm5Pxjp5mNY7cTW71NRpqKb-sizxYVNl0B1xAl9Gb7Jajx5GzyEz9YQYX_5Yayu7no5ilnv4EzeKfOG"
    + "9SvahyGBYppc8hYKH4ToBga525-poUCPBh50L-AgpkXMfap3jXam-AyEi-0s2gzL5ng7SWQjTgBg6cM"

  @Test func `A device authorization is sealed and restored in the documented format`() async throws {
    let sealer = AttemptSealer(
      try SealingKey(text: Secret("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")), random: CountingSource(after: 10))
    let client = try client(.json(Self.codes))
    let authorization = try await client.deviceAuthorization()
    #expect(try authorization.sealed(by: sealer).reveal() == Self.vector)
    #expect(try client.restoreDeviceAuthorization(Secret(Self.vector), from: sealer) == authorization)
  }

  @Test(arguments: [0.0, 0.1, 1.0 / 3, 0.999_999_999])
  func `A restored device authorization is the same one`(_ fraction: Double) async throws {
    app.clock.advance(by: .nanoseconds(Int64(fraction * 1e9)))
    var codes = Self.codes
    codes["verification_uri_complete"] = nil
    let client = try client(.json(Self.codes), .json(codes))
    for _ in 0..<2 {
      let authorization = try await client.deviceAuthorization()
      let restored = try self.client().restoreDeviceAuthorization(
        authorization.sealed(by: app.sealer()), from: app.sealer())
      #expect(restored == authorization)
    }
  }

  @Test func `Another process goes on waiting for the rest of the time`() async throws {
    let text = try await client(.json(Self.codes)).deviceAuthorization().sealed(by: app.sealer())
    app.clock.advance(by: .seconds(1_790))
    let pending = HTTPAnswer.json(["error": "authorization_pending"], status: .badRequest)
    let other = try client(pending, Fixture.tokens())
    let clock = SteppingClock()
    let restored = try other.restoreDeviceAuthorization(text, from: app.sealer())
    await #expect(throws: PollingError.expired) { _ = try await other.tokens(for: restored, clock: clock) }
    #expect(clock.sleeps == [.seconds(5)])
    let tokens = try await other.tokens(for: restored, clock: SteppingClock())
    #expect(tokens.accessToken == Secret("at-12345"))
  }

  @Test func `A device authorization expires with its codes`() async throws {
    let client = try client(.json(Self.codes))
    let text = try await client.deviceAuthorization().sealed(by: app.sealer(lifetime: .seconds(60)))
    app.clock.advance(by: .seconds(1_799))
    #expect(throws: Never.self) { try client.restoreDeviceAuthorization(text, from: app.sealer()) }
    app.clock.advance(by: .seconds(1))
    #expect(throws: SealingError.expired) { try client.restoreDeviceAuthorization(text, from: app.sealer()) }
  }

  @Test func `A backchannel authentication is restored, and expires with the request`() async throws {
    let client = try client(
      .json(["auth_req_id": "1c266114-a1be-4252-8ad1-04986c5b9ac1", "expires_in": 120, "interval": 2]),
      Fixture.tokens())
    let authentication = try await client.backchannelAuthentication(
      BackchannelAuthenticationRequest(.login("ada@example.org"), scope: Scope(["openid"])))
    let text = try authentication.sealed(by: app.sealer())
    #expect(try client.restoreBackchannelAuthentication(text, from: app.sealer()) == authentication)
    let restored = try client.restoreBackchannelAuthentication(text, from: app.sealer())
    #expect(try await client.tokens(for: restored, clock: SteppingClock()).accessToken == Secret("at-12345"))
    app.clock.advance(by: .seconds(120))
    #expect(throws: SealingError.expired) { try client.restoreBackchannelAuthentication(text, from: app.sealer()) }
  }

  @Test func `Changed texts and other clients' texts are rejected`() async throws {
    let client = try client(.json(Self.codes), .json(["auth_req_id": "r", "expires_in": 60]))
    let device = try await client.deviceAuthorization().sealed(by: app.sealer())
    let backchannel = try await client.backchannelAuthentication(
      BackchannelAuthenticationRequest(.login("ada"), scope: Scope(["openid"]))
    ).sealed(by: app.sealer())
    let other = try self.client(id: "other")
    #expect(throws: SealingError.invalid) { try other.restoreDeviceAuthorization(device, from: app.sealer()) }
    #expect(throws: SealingError.invalid) {
      try other.restoreBackchannelAuthentication(backchannel, from: app.sealer())
    }
    let bytes = try Base64URL.decode(device.reveal())
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let text = Secret(Base64URL.encode(changed))
      #expect(throws: SealingError.invalid) { try client.restoreDeviceAuthorization(text, from: app.sealer()) }
    }
  }
}
