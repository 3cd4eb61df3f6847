import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// The management of a client's registration: read, replace and delete (RFC 7592).
@Suite(.covers("RFC 7592 §2.1")) struct ClientConfigurationTests {
  private static let address = "https://as.example/register/c1"
  private static let token = Secret("the-registration-access-token")
  private static let members: [String: JSONValue] = [
    "client_id": "c1", "client_name": "Old", "redirect_uris": ["https://a.example/c"],
    "registration_access_token": "another-token-from-now-on", "registration_client_uri": .string(address),
    "client_id_issued_at": 1_800_000_000, "client_secret_expires_at": 0, "client_secret": "s3cret-of-the-client",
  ]

  @Test func `A registration is read with the registration access token`() async throws {
    let transport = ScriptedTransport(.json(Self.members))
    let registration = try await ClientRegistration.read(
      at: Endpoint(Self.address), with: Self.token, through: transport)
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .get && exchange.request.path == "/register/c1" && exchange.body.isEmpty)
    #expect(exchange.request.headerFields[.authorization] == "Bearer the-registration-access-token")
    #expect(
      registration.clientID == "c1" && registration.registrationAccessToken == Secret("another-token-from-now-on"))
  }

  @Test func `A registration is replaced completely, without the members that only the server sets`() async throws {
    let transport = ScriptedTransport(.json(Self.members))
    var metadata = ClientMetadata(additionalMembers: Self.members)
    metadata.clientName = "New"
    _ = try await ClientRegistration.replace(
      with: metadata, clientID: "c1", at: Endpoint(Self.address), with: Self.token, through: transport)
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .put && exchange.request.headerFields[.contentType] == "application/json")
    #expect(
      try JSONValue(bytes: exchange.body) == [
        "client_id": "c1", "client_name": "New", "redirect_uris": ["https://a.example/c"],
        "client_secret": "s3cret-of-the-client",
      ])
  }

  @Test(arguments: [204, 200])
  func `A registration is deleted`(_ status: Int) async throws {
    let transport = ScriptedTransport(HTTPAnswer(HTTPResponse(status: HTTPResponse.Status(code: status))))
    try await ClientRegistration.delete(at: Endpoint(Self.address), with: Self.token, through: transport)
    #expect(transport.exchanges.map(\.request.method) == [.delete])
  }

  @Test func `A refusal is an error without any secret`() async throws {
    let refusal: [String: JSONValue] = [
      "error": "invalid_token", "error_description": "the-registration-access-token is not good",
    ]
    for use in [
      { try await ClientRegistration.delete(at: Endpoint(Self.address), with: Self.token, through: $0) },
      { _ = try await ClientRegistration.read(at: Endpoint(Self.address), with: Self.token, through: $0) },
    ] as [(ScriptedTransport) async throws -> Void] {
      let error = await #expect(throws: EndpointError.self) {
        try await use(ScriptedTransport(.json(refusal, status: .unauthorized)))
      }
      #expect(error?.endpoint == .clientConfiguration && error?.description.contains("invalid_token") == true)
      #expect(error?.description.contains("the-registration-access-token") == false)
      let empty = await #expect(throws: EndpointError.self) {
        try await use(ScriptedTransport(HTTPAnswer(HTTPResponse(status: .methodNotAllowed))))
      }
      #expect(empty?.problem == .unexpectedStatus(405, retryAfter: nil))
    }
  }
}
