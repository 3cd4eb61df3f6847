import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7591 §2", "OpenID Registration §2")) struct ClientRegistrationTests {
  // RFC 7591 §3.2.1, the example, with OpenID Connect Registration §3.2's members.
  private static let members: [String: JSONValue] = [
    "client_id": "s6BhdRkqt3", "client_secret": "cf136dc3c1fc93f31185e5885805d", "client_id_issued_at": 2_893_256_800,
    "client_secret_expires_at": 2_893_276_800, "redirect_uris": ["https://client.example.org/callback"],
    "grant_types": ["authorization_code", "refresh_token"], "client_name": "My Example Client",
    "client_name#ja-Jpan-JP": "\u{30AF}\u{30E9}", "token_endpoint_auth_method": "client_secret_basic",
    "example_extension_parameter": "example_value", "registration_access_token": "this.is.an.access.token.value.ffx83",
    "registration_client_uri": "https://server.example.com/connect/register?client_id=s6BhdRkqt3",
  ]

  private func register(
    _ metadata: ClientMetadata = ClientMetadata(), _ transport: ScriptedTransport, token: Secret? = nil
  ) async throws -> ClientRegistration {
    try await ClientRegistration.register(
      metadata, at: Fixture.metadata(["registration_endpoint": "https://as.example/register"]),
      initialAccessToken: token, through: transport)
  }

  private func answered(
    _ changes: [String: JSONValue?] = [:], status: HTTPResponse.Status = .created
  ) async throws -> ClientRegistration {
    var members = Self.members
    for (name, value) in changes { members[name] = value }
    return try await register(ClientMetadata(), ScriptedTransport(.json(members, status: status)))
  }

  @Test(.covers("MCP: application_type is registered", "RP dynamic: oidcc-client-test-dynamic-registration"))
  func `Only the set properties are sent, as JSON`() async throws {
    let transport = ScriptedTransport(.json(Self.members, status: .created))
    var metadata = ClientMetadata.native(name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")])
    metadata.scope = try Scope(["openid", "profile"])
    metadata.contacts = ["ada@example.org"]
    metadata.dpopBoundAccessTokens = true
    metadata.jwks = ["keys": []]
    metadata.additionalMembers = ["client_name": "overwritten", "client_name#de": "Pixi"]
    _ = try await register(metadata, transport, token: Secret("iat-1"))
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .post && exchange.request.path == "/register")
    #expect(exchange.request.headerFields[.contentType] == "application/json")
    #expect(exchange.request.headerFields[.authorization] == "Bearer iat-1")
    #expect(
      try JSONValue(bytes: exchange.body) == [
        "redirect_uris": ["http://127.0.0.1/callback"], "client_name": "Pixy", "client_name#de": "Pixi",
        "application_type": "native", "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "scope": "openid profile",
        "contacts": ["ada@example.org"], "dpop_bound_access_tokens": true, "jwks": ["keys": []],
      ])
  }

  // RFC 6749 §3.3: a scope has at least one token. archestra-ai/archestra, pull request 7311: a server
  // refuses scopes that it doesn't allow, and chooses its own without the member.
  @Test func `An empty scope is left out`() async throws {
    let transport = ScriptedTransport(.json(Self.members, status: .created))
    var metadata = ClientMetadata.native(name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")])
    metadata.scope = Scope.none
    _ = try await register(metadata, transport)
    #expect(try JSONValue(bytes: #require(transport.exchanges.first).body).object?["scope"] == nil)
  }

  @Test(.covers("RP Metadata Choices §2"))
  func `Lists of supported values are sent beside the preferred value, and the answer's choice counts`() async throws {
    let transport = ScriptedTransport(
      .json(
        Self.members.merging([
          "token_endpoint_auth_method": "private_key_jwt", "id_token_signed_response_alg": "PS256",
        ]) { $1 }, status: .created))
    var metadata = ClientMetadata()
    metadata.tokenEndpointAuthMethod = "client_secret_basic"
    metadata.idTokenSignedResponseAlg = "ES256"
    metadata.choices = [
      .authenticationMethods: ["client_secret_basic", "private_key_jwt"],
      // §2: the preferred value must be in the list.
      .idTokenAlgorithms: ["PS256"], .subjectTypes: ["pairwise", "public"], .userInfoAlgorithms: [],
    ]
    let registration = try await register(metadata, transport)
    #expect(
      try JSONValue(bytes: try #require(transport.exchanges.first).body) == [
        "token_endpoint_auth_method": "client_secret_basic", "id_token_signed_response_alg": "ES256",
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "private_key_jwt"],
        "id_token_signing_alg_values_supported": ["ES256", "PS256"],
        "subject_types_supported": ["pairwise", "public"],
      ])
    #expect(registration.tokenEndpointAuthMethod == "private_key_jwt")
    #expect(registration.choice(of: .authenticationMethods) == "private_key_jwt")
    #expect(registration.choice(of: .idTokenAlgorithms) == "PS256" && registration.choice(of: .subjectTypes) == nil)
  }

  @Test func `Every property is sent under its own name`() async throws {
    var metadata = ClientMetadata()
    metadata.tokenEndpointAuthSigningAlg = "1"
    metadata.clientURI = "2"
    metadata.logoURI = "3"
    metadata.policyURI = "4"
    metadata.tosURI = "5"
    metadata.jwksURI = try Endpoint("https://c.example/6")
    metadata.softwareID = "7"
    metadata.softwareVersion = "8"
    metadata.softwareStatement = "9"
    metadata.idTokenSignedResponseAlg = "10"
    metadata.userInfoSignedResponseAlg = "11"
    metadata.requestObjectSigningAlg = "12"
    metadata.subjectType = "13"
    metadata.postLogoutRedirectURIs = [try RedirectURI("https://c.example/14")]
    metadata.backchannelLogoutURI = try Endpoint("https://c.example/15")
    metadata.requirePushedAuthorizationRequests = false
    let transport = ScriptedTransport(.json(Self.members, status: .created))
    _ = try await register(metadata, transport)
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.headerFields[.authorization] == nil)
    #expect(
      try JSONValue(bytes: exchange.body) == [
        "token_endpoint_auth_signing_alg": "1", "client_uri": "2", "logo_uri": "3", "policy_uri": "4", "tos_uri": "5",
        "jwks_uri": "https://c.example/6", "software_id": "7", "software_version": "8", "software_statement": "9",
        "id_token_signed_response_alg": "10", "userinfo_signed_response_alg": "11",
        "request_object_signing_alg": "12", "subject_type": "13",
        "post_logout_redirect_uris": ["https://c.example/14"], "backchannel_logout_uri": "https://c.example/15",
        "require_pushed_authorization_requests": false,
      ])
  }

  @Test(arguments: [HTTPResponse.Status.created, .ok])
  func `The example of RFC 7591 is read, with 201 and with 200`(_ status: HTTPResponse.Status) async throws {
    let registration = try await answered(status: status)
    #expect(registration.clientID == "s6BhdRkqt3")
    #expect(registration.clientSecret == Secret("cf136dc3c1fc93f31185e5885805d"))
    #expect(registration.clientSecretExpiresAt == Date(timeIntervalSince1970: 2_893_276_800))
    #expect(registration.clientIDIssuedAt == Date(timeIntervalSince1970: 2_893_256_800))
    #expect(registration.registrationAccessToken == Secret("this.is.an.access.token.value.ffx83"))
    #expect(
      registration.registrationClientURI?.text == "https://server.example.com/connect/register?client_id=s6BhdRkqt3")
    #expect(registration.redirectURIs == ["https://client.example.org/callback"])
    #expect(registration.members["example_extension_parameter"] == "example_value")
    #expect(registration.authentication == .clientSecretBasic(Secret("cf136dc3c1fc93f31185e5885805d")))
  }

  @Test func `A secret without an expiry, or with expiry 0, never expires`() async throws {
    #expect(try await answered(["client_secret_expires_at": .integer(0)]).clientSecretExpiresAt == nil)
    #expect(try await answered(["client_secret_expires_at": JSONValue?.none]).clientSecretExpiresAt == nil)
  }

  @Test func `The authentication follows the server's answer, not the request`() async throws {
    let secret = Secret("cf136dc3c1fc93f31185e5885805d")
    #expect(try await answered(["token_endpoint_auth_method": "none"]).authentication == ClientAuthentication.none)
    #expect(
      try await answered(["token_endpoint_auth_method": "client_secret_post"]).authentication
        == .clientSecretPost(secret))
    // RFC 7591 §2: the default method.
    let silent = try await answered(["token_endpoint_auth_method": JSONValue?.none])
    #expect(silent.authentication == .clientSecretBasic(secret))
    let anonymous = try await answered([
      "token_endpoint_auth_method": JSONValue?.none, "client_secret": JSONValue?.none,
    ])
    #expect(anonymous.authentication == ClientAuthentication.none && anonymous.clientSecret == nil)
    for method in ["private_key_jwt", "client_secret_jwt", "tls_client_auth", "something_new"] {
      #expect(try await answered(["token_endpoint_auth_method": .string(method)]).authentication == nil)
    }
    let bare = try await answered(["client_secret": JSONValue?.none])
    #expect(bare.tokenEndpointAuthMethod == "client_secret_basic" && bare.authentication == nil)
  }

  @Test(
    .covers("MCP: A rejected registration is reported"),
    arguments: ["invalid_redirect_uri", "invalid_client_metadata", "invalid_software_statement"])
  func `A refusal has the server's code, without the token that was sent`(_ code: String) async throws {
    let transport = ScriptedTransport(
      .json(["error": .string(code), "error_description": "not with iat-secret"], status: .badRequest))
    let error = try await #require(throws: EndpointError.self) {
      try await register(ClientMetadata(), transport, token: Secret("iat-secret"))
    }
    #expect(error.endpoint == .registration)
    #expect(
      error.problem
        == .refused(ErrorResponse(ErrorCode(code), description: "not with [redacted]"), status: 400))
  }

  @Test func `Other statuses differ from a server without registration`() async throws {
    for status in [202, 204, 401, 403, 500] {
      let transport = ScriptedTransport(.json(Self.members, status: HTTPResponse.Status(code: status)))
      let error = try await #require(throws: EndpointError.self) { try await register(ClientMetadata(), transport) }
      #expect(error.problem == .unexpectedStatus(status, retryAfter: nil))
    }
    let error = try await #require(throws: EndpointError.self) {
      try await ClientRegistration.register(
        ClientMetadata(), at: Fixture.metadata(), through: ScriptedTransport())
    }
    #expect(error.problem == .notAnnounced)
  }

  @Test(
    arguments: [
      ("client_id", 1), ("client_id", "a\r\nb"), ("client_secret", 1), ("client_secret", "\u{E9}"),
    ] as [(String, JSONValue)])
  func `An unusable member that identifies the client is an error`(_ member: String, _ value: JSONValue) async throws {
    let error = try await #require(throws: EndpointError.self) { try await answered([member: value]) }
    #expect(error.problem == .malformedMember(member))
  }

  @Test(arguments: ["none", "private_key_jwt", "tls_client_auth"])
  func `A client that doesn't authenticate with a secret is usable beside an unusable one`(_ method: String)
    async throws
  {
    for value in [false, 1, "\u{E9}", [:]] as [JSONValue] {
      let registration = try await answered(["token_endpoint_auth_method": .string(method), "client_secret": value])
      #expect(registration.clientID == "s6BhdRkqt3" && registration.clientSecret == nil)
    }
  }

  // Some servers send dates, and the client would be registered while no program knows its ID.
  @Test(
    arguments: [
      ("client_secret_expires_at", "soon"), ("client_secret_expires_at", -1), ("client_id_issued_at", .number(1e300)),
      ("client_id_issued_at", "2026-11-25T10:00:00Z"), ("client_id_issued_at", "1800000000"),
      ("client_id_issued_at", [1]),
      ("token_endpoint_auth_method", 1),
    ] as [(String, JSONValue)])
  func `An unusable optional member counts as absent`(_ member: String, _ value: JSONValue) async throws {
    let registration = try await answered([member: value])
    let silent = try await answered([member: JSONValue?.none])
    #expect(registration.clientID == "s6BhdRkqt3")
    #expect(registration.clientIDIssuedAt == silent.clientIDIssuedAt)
    #expect(registration.clientSecretExpiresAt == silent.clientSecretExpiresAt)
    #expect(registration.tokenEndpointAuthMethod == silent.tokenEndpointAuthMethod)
  }

  @Test func `An answer without client_id is an error, but unusable management members are not`() async throws {
    let error = try await #require(throws: EndpointError.self) { try await answered(["client_id": JSONValue?.none]) }
    #expect(error.problem == .missingMember("client_id"))
    let registration = try await answered([
      "registration_client_uri": "http://evil.example/", "registration_access_token": .integer(1), "redirect_uris": "x",
    ])
    #expect(registration.registrationClientURI == nil && registration.registrationAccessToken == nil)
    #expect(registration.redirectURIs.isEmpty)
  }

  @Test func `Descriptions and dumps show no secret`() async throws {
    let registration = try await answered()
    var dumped = ""
    dump(registration, to: &dumped)
    for text in ["\(registration)", String(reflecting: registration), dumped, "\(registration.members)"] {
      #expect(!text.contains("cf136dc3") && !text.contains("ffx83"))
    }
  }
}
