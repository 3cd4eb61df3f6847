import Foundation
import HTTPTypes
import OAuth
import OAuthCore

/// The answers of all endpoints except the token endpoint. The first byte chooses the endpoint, the
/// second the status.
enum EndpointAnswerTarget {
  /// The access token or initial access token, and the client's secret.
  private static let secrets = [Secret("45ghiukldjahdnhzdauz"), Secret("7Fjfp0ZBr1KtDRbnfVdmIw")]
  private static let deviceCode = "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS"
  private static let statuses: [HTTPResponse.Status] = [
    .ok, .badRequest, .unauthorized, .created, .found, .serviceUnavailable,
  ]

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let way = bytes[0]
    let response = HTTPResponse(
      status: statuses[Int(bytes[1]) % statuses.count], headerFields: [.contentType: "application/json"])
    let answer = HTTPAnswer(response, body: Array(bytes.dropFirst(2)))
    let thrown = Awaited<(any Error)?>.value {
      do {
        try await ask(way, answer)
        return nil
      } catch {
        return error
      }
    }
    guard case .some(.some(let error)) = thrown else { return }
    guard let explained = error as? any ExplainedError else {
      require(false, "every error explains itself: \(type(of: error))")
      return
    }
    requireSafe(explained, hiding: held(way))
  }

  /// The secrets in the request, which errors must withhold. A secret of another request would be
  /// an ordinary text.
  private static func held(_ way: UInt8) -> [Secret] {
    switch way % 8 {
    case 0, 7: [secrets[1]]
    case 1, 2: secrets
    case 3, 5: [secrets[0]]
    default: []
    }
  }

  private static func ask(_ way: UInt8, _ answer: HTTPAnswer) async throws {
    let transport = FixedTransport(answer: answer)
    let issuer = try Issuer("https://server.example")
    let server = AuthorizationServerMetadata(
      issuer: issuer, authorizationEndpoint: try Endpoint("https://server.example/authorize"),
      tokenEndpoint: try Endpoint("https://server.example/token"),
      userInfoEndpoint: try Endpoint("https://server.example/userinfo"),
      members: [
        "device_authorization_endpoint": "https://server.example/device",
        "introspection_endpoint": "https://server.example/introspect",
        "registration_endpoint": "https://server.example/register",
        "revocation_endpoint": "https://server.example/revoke",
        "pushed_authorization_request_endpoint": "https://server.example/par",
      ])
    let client = OAuthClient(
      id: "pixy", authentication: .clientSecretPost(secrets[1]), server: server, transport: transport,
      clock: WallClock { Date(timeIntervalSince1970: 1_700_000_000) })
    switch way % 8 {
    case 0:
      let device = try await client.deviceAuthorization()
      requireSafe(device.userCode, of: "a user code")
      requireSafe("\(device)", of: "a device authorization's description")
      require(!"\(device)".contains(deviceCode) || device.verificationURI.text.contains(deviceCode), "no code is shown")
      require(device.expiresIn >= .zero && device.interval >= .zero, "times aren't negative")
    case 1:
      if case .active(let token) = try await client.introspect(secrets[0]) {
        _ = token.isTimely(at: .distantFuture) || token.isTimely(at: .distantPast)
        require(
          (try? JSONValue(bytes: answer.body))?.object?["active"] == true, "only a token with active = true is active")
        requireSafe("\(token)", of: "an introspected token's description")
      }
    case 2: try await client.revoke(secrets[0])
    case 3:
      let claims = try await client.userInfo(secrets[0])
      require(claims["sub"]?.string != nil, "claims have a subject")
    case 4:
      let found = try await AuthorizationServerMetadata.discover(issuer, through: transport)
      require(found.issuer == issuer, "the metadata has the requested issuer")
    case 5:
      let client = try await ClientRegistration.register(
        ClientMetadata(), at: server, initialAccessToken: secrets[0], through: transport)
      requireSafe("\(client)", of: "a registration's description")
      require(!client.clientID.isEmpty && client.members["client_secret"] == nil, "the members contain no secret")
    case 6:
      let resource = try Endpoint("https://resource.example/a")
      let found = try await ProtectedResourceMetadata.discover(resource, through: transport)
      require(
        (try? JSONValue(bytes: answer.body))?.object?["resource"]?.string != nil,
        "a document names its resource: \(found)")
    default:
      var request = AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:8080/callback"))
      request.isPushed = true
      let attempt = try await client.begin(request)
      require(
        attempt.url.hasPrefix("https://server.example/authorize?"), "the browser opens the server's own address")
      require((try? Endpoint(attempt.url)) != nil, "the browser gets an address")
    }
  }
}
