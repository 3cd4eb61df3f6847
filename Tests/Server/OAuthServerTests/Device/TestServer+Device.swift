import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The codes in an answer of the device authorization endpoint.
struct DeviceCodes {
  let device: String
  let user: String
  let members: [String: JSONValue]

  init(_ answer: HTTPAnswer) throws {
    #expect(answer.status == 200)
    members = try answer.members
    device = try #require(members["device_code"]?.string)
    user = try #require(members["user_code"]?.string)
  }
}

extension TestServer {
  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

  /// Makes a server with the device grant.
  static func forDevices(
    issuer: String = TestServer.issuer, lifetimes: TokenLifetimes = TokenLifetimes(),
    random: any RandomSource = SeededRandomSource(), pages: (any Pages)? = nil, users: (any UserDirectory)? = nil
  ) throws -> TestServer {
    try TestServer(
      issuer: issuer, lifetimes: lifetimes, random: random, pages: pages, users: users,
      features: [.deviceAuthorization])
  }

  static func deviceRequest(_ changes: Changes = [:]) -> FormParameters {
    form([("client_id", "tv"), ("scope", "profile email")], changes)
  }

  static func poll(_ deviceCode: String, _ changes: Changes = [:]) -> FormParameters {
    form([("grant_type", deviceGrant), ("client_id", "tv"), ("device_code", deviceCode)], changes)
  }

  /// Returns the form that a user posts to approve a device.
  static func deviceDecision(_ userCode: String, _ changes: Changes = [:]) -> FormParameters {
    form(
      [("user_code", userCode), ("username", "ada"), ("password", password), ("decision", "approve")], changes)
  }

  func deviceCodes(_ changes: Changes = [:]) async throws -> DeviceCodes {
    try DeviceCodes(await post("/device_authorization", Self.deviceRequest(changes)))
  }

  func poll(_ codes: DeviceCodes, _ changes: Changes = [:]) async -> HTTPAnswer {
    await post("/token", Self.poll(codes.device, changes))
  }

  func decide(_ codes: DeviceCodes, _ changes: Changes = [:]) async -> HTTPAnswer {
    await post("/device", Self.deviceDecision(codes.user, changes))
  }

  /// Posts the form with only a user code.
  func enter(_ userCode: String?) async -> HTTPAnswer {
    await post("/device", Self.form([], ["user_code": userCode]))
  }

  /// Returns Pixy's own client, configured from the server's metadata.
  func deviceClient(_ id: String = "tv", authentication: ClientAuthentication = .none) async throws -> OAuthClient {
    let document = try JSONValue(bytes: await get("/.well-known/oauth-authorization-server").body)
    return OAuthClient(
      id: id, authentication: authentication, server: try AuthorizationServerMetadata(document: document),
      transport: InProcessTransport(server), clock: clock.wallClock)
  }
}
