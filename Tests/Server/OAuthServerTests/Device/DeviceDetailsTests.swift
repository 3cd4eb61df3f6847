import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import Testing

// RFC 9396 §3, RFC 8707 §2.
@Suite("A device's request for details or resources", .covers("RFC 8707, server", "RFC 9396 §3, server"))
struct DeviceDetailsTests {
  static let payment = #"[{"type":"payment","euros":7}]"#

  static func server() throws -> TestServer {
    var settings = ClientSettings()
    settings.authorizationDetailsTypes = ["payment"]
    let tv = RegisteredClient(
      id: "tv", name: "Example TV", redirectURIs: [], scope: try Scope(["profile", "email"]),
      grants: [.deviceCode, .refreshToken], settings: settings)
    return try TestServer(asking: [tv], features: [.dpop, .pushedRequests, .deviceAuthorization]) {
      $0.requests.detailTypes = [Payment()]
      $0.requests.resources = [TestServer.notesResource, TestServer.mailResource]
    }
  }

  static func request(_ changes: Changes = [:]) -> FormParameters {
    var form = TestServer.deviceRequest(changes)
    form.append("resource", TestServer.notesResource)
    form.append("resource", TestServer.mailResource)
    return form
  }

  @Test func `is shown to the user, and granted with the tokens`() async throws {
    let test = try Self.server()
    let codes = try DeviceCodes(
      await test.post("/device_authorization", Self.request(["authorization_details": Self.payment])))
    _ = await test.enter(codes.user)
    guard case .deviceSignIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.details.map(\.text) == ["Pay 7 euros"])
    #expect(await test.decide(codes).status == 200)
    let answer = try TokenAnswer(await test.poll(codes))
    #expect(answer.members["authorization_details"] == [["type": "payment", "euros": 7]])
    let access = try #require(try await test.database.token(SecretHash(ofToken: Secret(answer.access))))
    #expect(access.details.resources == [TestServer.notesResource, TestServer.mailResource])
    #expect(access.details.authorizationDetails == [["type": "payment", "euros": 7]])
    #expect(access.details.authenticationTime != nil)
  }

  @Test func `can be narrowed at the token endpoint, and never widened`() async throws {
    let test = try Self.server()
    var form = TestServer.deviceRequest()
    form.append("resource", TestServer.notesResource)
    let codes = try DeviceCodes(await test.post("/device_authorization", form))
    _ = await test.decide(codes)
    #expect(await test.poll(codes, ["resource": TestServer.mailResource]).error == "invalid_target")
    let wider = await test.poll(codes, ["authorization_details": Self.payment])
    #expect(wider.error == "invalid_authorization_details")
    _ = try TokenAnswer(await test.poll(codes, ["resource": TestServer.notesResource]))
  }

  @Test func `is rejected if it is malformed, unknown or too large, and never left out`() async throws {
    let test = try Self.server()
    for text in ["x", "{}", #"[{"type":"unknown"}]"#, #"[{"type":"payment","euros":-7}]"#] {
      let answer = await test.post("/device_authorization", Self.request(["authorization_details": text]))
      #expect(answer.status == 400 && answer.error == "invalid_authorization_details")
    }
    for resource in ["notes", "https://notes.example/#a", "https://other.example/"] {
      let answer = await test.post("/device_authorization", TestServer.deviceRequest(["resource": resource]))
      #expect(answer.status == 400 && answer.error == "invalid_target")
    }
  }
}
