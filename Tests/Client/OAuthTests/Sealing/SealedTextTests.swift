import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

/// The format of sealed texts, and texts that aren't accepted.
@Suite struct SealedTextTests {
  private let app = SealingFixture()

  // Written by Python: AES-GCM of cryptography 48.0.0, with the key 00 01 … 1F and the nonce 0B … 0B.
  private static let vector =
    "AQsLCwsLCwsLCwsLC9Oscc7rCdLfvrty2cwtp7qV00lDCwG5RP9coT7N6Ze2jTYDOQmAAooNFTIrL4MMWWLZhDo-zTh7xynCWO5m8SwA6TEm3PfK"
    + "PWtZxVjW6TCAqRZcT27dJ35W6hhaKo1Q5HoucIENI5r1dqlLBlo-DUBG7t-X6yj5pL4QQljVgxOz_o4PvPYb0vCnHA_1FuKt-CM0vpzKuFCYsoci"
    + "BTfg-bF62McXh2C-yw5aPGp4TB-LOPlu5M2LcnqCwmx0opiY-BhWoL3R_dma2ZRBl1Z12hh7AKuaJnJsAiPE9dsDZVD2a-6943MhjRq2qQaGf_GQ"
    + "vHSajCqFUIdf811LSsuhDRGi7Yyj7UHeT05YOO4wplqhG6FS6Xit1xHlt26IDXNCsNfawXkuir_GT0-g-UGJsLFPVXbgciDtI73tYrlJqxEP_MLd"
    + "C1WBft3SDqcsYZI"

  private func vectorSealer() throws -> AttemptSealer {
    AttemptSealer(
      try SealingKey(text: Secret("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")), used: app.record,
      lifetime: .seconds(600), random: CountingSource(after: 10))
  }

  // A change of the format would end the sign-ins that are under way during an update.
  @Test func `An attempt is sealed and restored in the documented format`() async throws {
    let client = OAuthClient(
      id: "app", server: try Fixture.metadata(), transport: ScriptedTransport(), clock: app.clock.wallClock,
      random: CountingSource())
    var request = AuthorizationRequest(
      redirectURI: try RedirectURI(SealingFixture.redirectURI), scope: try Scope(["openid"]))
    request.openID.maxAge = .seconds(60)
    request.responseMode = .formPost
    #expect(try client.authorizationAttempt(request).sealed(by: vectorSealer()).reveal() == Self.vector)

    let restored = try await client.restoreAttempt(Secret(Self.vector), from: vectorSealer())
    let state = Base64URL.encode(Array(repeating: 2, count: 32))
    let code = try await restored.receive(AuthorizationCallback(formBody: Array("code=c&state=\(state)".utf8)))
    #expect(code.verifier.reveal() == Base64URL.encode(Array(repeating: 1, count: 64)))
    #expect(code.nonce == Secret(Base64URL.encode(Array(repeating: 3, count: 32))) && code.maxAge == .seconds(60))
    #expect(code.redirectURI.text == SealingFixture.redirectURI)
  }

  private func expectInvalid(
    _ text: String, _ client: OAuthClient? = nil, _ sealer: AttemptSealer? = nil,
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let client = try client ?? app.client()
    await #expect(throws: SealingError.invalid, comment, sourceLocation: sourceLocation) {
      _ = try await client.restoreAttempt(Secret(text), from: sealer ?? app.sealer())
    }
  }

  @Test(.covers("attack: a cookie that was changed, or that another application sealed"))
  func `A text opens only for its client and authorization server`() async throws {
    let cookie = try app.attempt().sealed(by: app.sealer()).reveal()
    try await expectInvalid(cookie, app.client(id: "App"), nil, "another client")
    try await expectInvalid(cookie, app.client(id: "app\",\"https"), nil, "another client")
    let servers = [
      AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example/"), authorizationEndpoint: nil,
        tokenEndpoint: try Endpoint("https://as.example/token")),
      AuthorizationServerMetadata(
        issuer: nil, authorizationEndpoint: nil, tokenEndpoint: try Endpoint("https://as.example/token")),
      AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example"), authorizationEndpoint: nil,
        tokenEndpoint: try Endpoint("https://evil.example/token")),
    ]
    for server in servers { try await expectInvalid(cookie, app.client(server: server), nil, "another server") }
    // Other metadata of the same server doesn't matter.
    let same = try Fixture.metadata(["jwks_uri": "https://as.example/new-keys"])
    _ = try await app.client(server: same).restoreAttempt(Secret(cookie), from: app.sealer())
  }

  @Test func `A server without an issuer is known by its token endpoint`() async throws {
    let client = try app.client(server: Fixture.metadata(issuer: nil))
    let cookie = try app.attempt(client).sealed(by: app.sealer())
    _ = try await client.restoreAttempt(cookie, from: app.sealer())
    try await expectInvalid(cookie.reveal())
  }

  @Test(.covers("attack: a cookie that was changed, or that another application sealed"))
  func `A text opens only for its purpose`() async throws {
    let server = try Fixture.metadata([
      "device_authorization_endpoint": "https://as.example/device",
      "backchannel_authentication_endpoint": "https://as.example/bc",
    ])
    let client = try app.client(
      ScriptedTransport(
        .json([
          "device_code": "d", "user_code": "u", "verification_uri": "https://as.example/d", "expires_in": 60,
        ]), .json(["auth_req_id": "r", "expires_in": 60])), server: server)
    let sealer = app.sealer()
    let attempt = try app.attempt(client).sealed(by: sealer)
    let device = try await client.deviceAuthorization().sealed(by: sealer)
    let backchannel = try await client.backchannelAuthentication(
      BackchannelAuthenticationRequest(.login("ada"), scope: Scope(["openid"]))
    ).sealed(by: sealer)
    for text in [device, backchannel] { try await expectInvalid(text.reveal(), client) }
    for text in [attempt, backchannel] {
      #expect(throws: SealingError.invalid) { try client.restoreDeviceAuthorization(text, from: sealer) }
    }
    for text in [attempt, device] {
      #expect(throws: SealingError.invalid) { try client.restoreBackchannelAuthentication(text, from: sealer) }
    }
  }

  @Test func `An older key still opens what it sealed, and a removed key opens nothing`() async throws {
    let new = SealingKey.generate()
    let cookie = try app.attempt().sealed(by: app.sealer())
    let rotated = AttemptSealer(new, older: [.generate(), app.key], used: app.record)
    _ = try await app.client().restoreAttempt(cookie, from: rotated)
    try await expectInvalid(cookie.reveal(), nil, AttemptSealer(new, used: app.record), "a removed key")
    // The newest key seals.
    let later = try app.attempt().sealed(by: rotated)
    _ = try await app.client().restoreAttempt(later, from: AttemptSealer(new, used: app.record))
    try await expectInvalid(later.reveal(), nil, nil, "a key that isn't here yet")
  }

  @Test func `A text with any changed character is rejected`() async throws {
    let cookie = Array(try app.attempt().sealed(by: app.sealer()).reveal().utf8)
    for place in cookie.indices {
      var changed = cookie
      changed[place] = cookie[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      try await expectInvalid(String(decoding: changed, as: UTF8.self), nil, nil, "character \(place)")
    }
  }

  @Test(.covers("attack: a cookie that was changed, or that another application sealed"))
  func `A text with any changed bit is rejected`() async throws {
    let bytes = try Base64URL.decode(app.attempt().sealed(by: app.sealer()).reveal())
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      try await expectInvalid(Base64URL.encode(changed), nil, nil, "bit \(bit)")
    }
  }

  @Test(.covers("attack: a cookie that was changed, or that another application sealed"))
  func `A text of any other length is rejected`() async throws {
    let cookie = try app.attempt().sealed(by: app.sealer()).reveal()
    for length in 0..<cookie.count { try await expectInvalid(String(cookie.prefix(length)), nil, nil, "\(length)") }
    for start in 1..<cookie.count { try await expectInvalid(String(cookie.dropFirst(start)), nil, nil, "\(start)") }
    for more in ["A", "AA", "AAA", "AAAA", "=", "==", " ", "\n", cookie] {
      try await expectInvalid(cookie + more)
      try await expectInvalid(more + cookie)
    }
  }

  @Test(arguments: [
    "", "A", "AQ", "AQ==", "\u{0}", "é", "AQsLCwsLCwsLCwsLCw", String(repeating: "A", count: 39),
    String(repeating: "A", count: 40), String(repeating: "A", count: 16_384), String(repeating: "A", count: 16_385),
    String(repeating: "A", count: 5_000_000), "{\"state\":\"x\"}", "eyJhbGciOiJub25lIn0.e30.",
  ])
  func `A text that was never sealed is rejected`(_ text: String) async throws {
    try await expectInvalid(text)
  }

  @Test func `All these errors are the same, and show nothing of the text`() async throws {
    let error = SealingError.invalid
    #expect(error.code == "sealed_text_invalid" && error.step == .callback)
    #expect(!"\(error)".contains("tag") && !"\(error)".contains("byte") && !"\(error)".contains("version"))
  }
}
