import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The OpenID Foundation's plan oidcc-config-certification-test-plan.
@Suite("Conformance: Config")
struct ConfigTests {
  @Test(
    .covers(
      "RFC 9700 §4.7", "OP config: oidcc-discovery-endpoint-verification",
      "OP dynamic: oidcc-discovery-endpoint-verification", "OP FAPI2: discovery-end-point-verification"))
  func `The discovery document is complete and well-formed`() async throws {
    let test = try RegistrationServer()
    let answer = await test.get("/.well-known/openid-configuration")
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/json")
    let members = try answer.members
    #expect(members["issuer"] == .string(TestServer.issuer))
    for name in [
      "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "registration_endpoint",
      "revocation_endpoint",
    ] {
      let endpoint = try Endpoint(try #require(members[name]?.string, "\(name)"))
      #expect(endpoint.text.hasPrefix("https://") && endpoint.query == nil)
    }
    for (name, value) in [
      ("response_types_supported", "code"), ("subject_types_supported", "public"),
      ("subject_types_supported", "pairwise"), ("id_token_signing_alg_values_supported", "RS256"),
      ("id_token_signing_alg_values_supported", "ES256"), ("scopes_supported", "openid"),
      ("grant_types_supported", "authorization_code"), ("code_challenge_methods_supported", "S256"),
      ("claims_supported", "sub"),
    ] {
      #expect(members[name]?.strings?.contains(value) == true, "\(name)")
    }
    for (name, value) in members {
      if name.hasSuffix("_supported"), let list = value.array {
        #expect(!list.isEmpty && value.strings != nil, "\(name)")
        #expect(Set(value.strings ?? []).count == list.count, "\(name) has something twice")
      }
    }
    let scopes = try #require(members["scopes_supported"]?.strings)
    #expect(throws: Never.self) { try Scope(scopes) }
  }

  // oidcc-discovery-endpoint-verification: every member is defined by a specification and has the
  // right type.
  @Test(.covers("OP config: oidcc-discovery-endpoint-verification"), arguments: [false, true])
  func `Every member is defined by a specification and has its type`(isSmall: Bool) async throws {
    let answer: HTTPAnswer =
      if isSmall {
        await (try RegistrationServer()).get("/.well-known/openid-configuration")
      } else {
        await (try SessionServer(passwordContext: "urn:example:password")).browser().get(
          "/.well-known/openid-configuration")
      }
    for (name, value) in try answer.members {
      switch name {
      case "issuer", "jwks_uri", "service_documentation", "op_policy_uri", "op_tos_uri":
        #expect(value.string?.hasPrefix("https://") == true, "\(name)")
      case let name where name.hasSuffix("_endpoint"):
        #expect(value.string?.hasPrefix("https://") == true && Self.endpoints.contains(name), "\(name)")
      case let name where Self.switches.contains(name): #expect(value.bool != nil, "\(name)")
      default: #expect(value.strings?.isEmpty == false && Self.lists.contains(name), "\(name)")
      }
    }
  }

  // OpenID Connect Discovery §3, RP-Initiated Logout §2.1, RFC 8414 §2, RFC 8628 §4, RFC 9126 §5.
  private static let endpoints: Set = [
    "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "registration_endpoint", "revocation_endpoint",
    "introspection_endpoint", "device_authorization_endpoint", "pushed_authorization_request_endpoint",
    "end_session_endpoint",
  ]

  // And RFC 8705 §3.3, RFC 9207 §3, Back-Channel Logout §2.1.
  private static let switches: Set = [
    "claims_parameter_supported", "request_parameter_supported", "request_uri_parameter_supported",
    "require_request_uri_registration", "require_pushed_authorization_requests", "require_signed_request_object",
    "tls_client_certificate_bound_access_tokens", "authorization_response_iss_parameter_supported",
    "backchannel_logout_supported", "backchannel_logout_session_supported",
  ]

  // And RFC 9449 §5.1, RFC 9396 §10, RFC 9701 §7, JARM §4, Initiating User Registration §4.2.
  private static let lists: Set = [
    "scopes_supported", "response_types_supported", "response_modes_supported", "grant_types_supported",
    "refresh_token_expiration_types_supported",
    "acr_values_supported", "subject_types_supported", "id_token_signing_alg_values_supported",
    "userinfo_signing_alg_values_supported", "id_token_encryption_alg_values_supported",
    "id_token_encryption_enc_values_supported", "userinfo_encryption_alg_values_supported",
    "userinfo_encryption_enc_values_supported", "request_object_signing_alg_values_supported",
    "token_endpoint_auth_methods_supported", "token_endpoint_auth_signing_alg_values_supported",
    "revocation_endpoint_auth_methods_supported", "revocation_endpoint_auth_signing_alg_values_supported",
    "introspection_endpoint_auth_methods_supported", "introspection_endpoint_auth_signing_alg_values_supported",
    "introspection_signing_alg_values_supported", "claims_supported", "ui_locales_supported",
    "code_challenge_methods_supported", "dpop_signing_alg_values_supported", "authorization_details_types_supported",
    "authorization_signing_alg_values_supported", "prompt_values_supported",
  ]

  // oidcc-discovery-endpoint-verification: the keys.
  @Test(.covers("OP config: oidcc-discovery-endpoint-verification", "question: Can signatures be verified"))
  func `The published keys are usable, public, and have a kid each`() async throws {
    let test = try RegistrationServer()
    let announced = try await test.get("/.well-known/openid-configuration").members["jwks_uri"]?.string
    let path = try #require(announced?.split(separator: TestServer.issuer).last.map(String.init))
    let keys = try #require(try await test.get(path).members["keys"]?.array).compactMap(\.object)
    #expect(keys.count == 2 && Set(keys.compactMap { $0["kid"]?.string }).count == 2)
    #expect(keys.allSatisfy { Set($0.keys).isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "k", "oth"]) })
    #expect(keys.allSatisfy { $0["use"] == "sig" })
    #expect(try await test.keySet().skippedKeyCount == 0)
  }

  @Test func `Both well-known addresses serve the same document, cacheable for an hour`() async throws {
    let test = try RegistrationServer()
    let first = await test.get("/.well-known/openid-configuration")
    #expect(first == (await test.get("/.well-known/oauth-authorization-server")))
    #expect(first.field("Cache-Control") == "public, max-age=3600" && first.field("Access-Control-Allow-Origin") == "*")
  }

  // RFC 8414 §2.
  @Test func `Documents for users and developers are announced if configured`() async throws {
    var configuration = try AuthorizationServerConfiguration(issuer: Issuer(TestServer.issuer), scopes: .none)
    configuration.documents = ServerDocuments(
      service: try Endpoint("https://login.example/docs"), policy: try Endpoint("https://login.example/policy"),
      terms: try Endpoint("https://login.example/terms"))
    let server = OpenIDMetadataTests.server(configuration)
    let answer = await server.respond(
      to: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/.well-known/openid-configuration"), body: [])
    let members = try answer.members
    #expect(members["service_documentation"] == "https://login.example/docs")
    #expect(members["op_policy_uri"] == "https://login.example/policy")
    #expect(members["op_tos_uri"] == "https://login.example/terms")
    #expect(try await TestServer().get("/.well-known/openid-configuration").members["op_tos_uri"] == nil)
  }
}
