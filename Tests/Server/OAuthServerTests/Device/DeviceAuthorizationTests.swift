import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Synchronization
import Testing

@Suite("A device authorization request", .covers("RFC 8628 §3.1, server"))
struct DeviceAuthorizationTests {
  @Test(.covers("question: Are the device codes secure (128 bits)")) func `gets the members of RFC 8628 section 3.2`()
    async throws
  {
    let test = try TestServer.forDevices()
    let answer = await test.post("/device_authorization", TestServer.deviceRequest())
    #expect(answer.field("Content-Type") == "application/json")
    #expect(answer.field("Cache-Control") == "no-store")
    let codes = try DeviceCodes(answer)
    #expect(codes.device.utf8.count == 43)
    #expect(codes.user.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
    #expect(
      codes.members == [
        "device_code": .string(codes.device), "user_code": .string(codes.user),
        "verification_uri": "https://login.example/device",
        "verification_uri_complete": .string("https://login.example/device?user_code=\(codes.user)"),
        "expires_in": 600, "interval": 5,
      ])
  }

  @Test(.covers("RFC 10027 §6.1.4, server")) func `gets different codes each time, with every letter of the alphabet`()
    async throws
  {
    let test = try TestServer.forDevices()
    var seen: [DeviceCodes] = []
    for _ in 0..<200 { seen.append(try await test.deviceCodes()) }
    #expect(Set(seen.map(\.device)).count == 200 && Set(seen.map(\.user)).count == 200)
    for position in [0, 1, 2, 3, 5, 6, 7, 8] {
      #expect(Set(seen.map { Array($0.user)[position] }).count == 20)
    }
  }

  @Test func `must be a POST with a form`() async throws {
    let test = try TestServer.forDevices()
    let get = await test.get("/device_authorization", TestServer.deviceRequest())
    #expect(get.status == 405 && get.field("Allow") == "POST" && get.error == "invalid_request")
    let json = await test.post(
      "/device_authorization", TestServer.deviceRequest(), fields: [.contentType: "application/json"])
    #expect(json.status == 400 && json.error == "invalid_request")
  }

  @Test(
    .covers("question: Does the device authorization endpoint allow a parameter twice"),
    arguments: ["client_id", "client_secret", "scope", "authorization_details"])
  func `with a repeated parameter is rejected`(_ name: String) async throws {
    var form = TestServer.deviceRequest()
    form.append(name, "x")
    form.append(name, "x")
    #expect(try await TestServer.forDevices().post("/device_authorization", form).error == "invalid_request")
  }

  @Test(.covers("question: Does the device authorization server ignore unrecognized parameters"))
  func `may have an empty scope, which means none, and unknown parameters`() async throws {
    let test = try TestServer.forDevices()
    var form = TestServer.deviceRequest(["scope": ""])
    form.append("nonsense", "a")
    form.append("nonsense", "b")
    let codes = try DeviceCodes(await test.post("/device_authorization", form))
    _ = await test.decide(codes)
    #expect(try TokenAnswer(await test.poll(codes)).members["scope"] == nil)
  }

  @Test(
    arguments: [
      ["client_id": nil], ["client_id": "nobody"], ["client_id": "box"],
      ["client_id": "box", "client_secret": "wrong"],
      ["client_secret": TestServer.clientSecret],
    ] as [Changes])
  func `of a client that doesn't authenticate gets 401`(_ changes: Changes) async throws {
    let answer = try await TestServer.forDevices().post("/device_authorization", TestServer.deviceRequest(changes))
    #expect(answer.status == 401 && answer.error == "invalid_client")
    #expect(answer.field("WWW-Authenticate")?.hasPrefix("Basic ") == true)
  }

  @Test(
    .covers("RFC 10027 §6.1.9, server"),
    arguments: [
      (["client_id": "app"], "unauthorized_client"), (["client_id": "idle"], "unauthorized_client"),
      (["scope": "notes"], "invalid_scope"), (["scope": "unheard-of notes"], "invalid_scope"),
      (["scope": "a\"b"], "invalid_scope"),
    ] as [(Changes, String)])
  func `for more than the client is allowed is rejected`(_ changes: Changes, _ error: String) async throws {
    let test = try TestServer.forDevices()
    let answer = await test.post(
      "/device_authorization", TestServer.deviceRequest(changes))
    #expect(answer.status == 400 && answer.error == error)
    #expect(test.database.counts.devices == 0)
  }

  @Test func `is unknown to a server without the feature, which announces no endpoint and no grant`() async throws {
    let test = try TestServer()
    for path in ["/device_authorization", "/device"] {
      #expect(await test.get(path).status == 404)
      #expect(await test.post(path, TestServer.deviceRequest()).status == 404)
    }
    #expect(await test.post("/token", TestServer.poll("x")).error == "unsupported_grant_type")
    #expect(try await test.get("/.well-known/openid-configuration").members["device_authorization_endpoint"] == nil)
  }

  // RFC 8628 §4.
  @Test func `has its endpoint and its grant in the metadata`() async throws {
    let members = try await TestServer.forDevices().get("/.well-known/oauth-authorization-server").members
    #expect(members["device_authorization_endpoint"] == "https://login.example/device_authorization")
    #expect(
      members["grant_types_supported"] == [
        "authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange",
        "urn:ietf:params:oauth:grant-type:device_code",
      ])
  }

  /// A random source that repeats the same user code in a number of its reads.
  private final class RepeatingSource: RandomSource {
    /// The words of eight bytes that become user codes. A request takes two words for its key; then
    /// each attempt takes four for a device code and one for a user code.
    private static let userCodes: Set = [0, 4, 5, 6, 9, 10, 11, 14, 15]
    private let repetitions: Mutex<Int>
    private let others = SeededRandomSource()

    init(_ repetitions: Int) { self.repetitions = Mutex(repetitions) }

    func bytes(_ count: Int) -> [UInt8] {
      let bytes = others.bytes(count)
      let repeats = repetitions.withLock { left in
        left -= 1
        return left >= 0
      }
      return bytes.enumerated().map { repeats && Self.userCodes.contains($0 / 8) ? 7 : $1 }
    }
  }

  @Test(.covers("RFC 10027 §6.1.4, server")) func `never gets a user code that is in use`() async throws {
    let test = try TestServer.forDevices(random: RepeatingSource(2))
    let first = try await test.deviceCodes()
    #expect(try await test.deviceCodes().user != first.user)
    let broken = try TestServer.forDevices(random: RepeatingSource(.max))
    _ = try await broken.deviceCodes()
    let answer = await broken.post("/device_authorization", TestServer.deviceRequest())
    #expect(answer.status == 500 && answer.error == "server_error")
    broken.clock.advance(by: .seconds(600))
    _ = try await broken.deviceCodes()
  }

  @Test(.covers("RFC 10027 §6.1.2, server")) func `needs codes with a lifetime that is neither too long nor zero`()
    throws
  {
    let issuer = try Issuer(TestServer.issuer)
    let scope = try Scope(["profile"])
    func configuration(_ life: Duration) throws {
      _ = try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scope, lifetimes: TokenLifetimes(deviceCode: life))
    }
    try configuration(.seconds(1))
    try configuration(.seconds(1_800))
    #expect(throws: AuthorizationServerConfigurationError.lifetimeTooShort) { try configuration(.zero) }
    #expect(throws: AuthorizationServerConfigurationError.deviceCodeLifetimeTooLong) {
      try configuration(.seconds(1_801))
    }
  }

  @Test func `has limits for wrong codes that can't be switched off`() {
    for (asked, taken) in [(Int.min, 1), (0, 1), (7, 7), (1_000, 1_000), (1_001, 1_000), (Int.max, 1_000)] {
      let limits = WrongUserCodeLimits(perAddress: asked, inAll: asked)
      #expect(limits.perAddress == taken && limits.inAll == taken)
    }
  }
}
