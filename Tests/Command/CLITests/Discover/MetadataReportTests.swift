import OAuthCore
import OAuthServerHummingbird
import Testing

@testable import PixyConnection
@testable import PixyWire

@Suite(.timeLimit(.minutes(60))) struct MetadataReportTests {
  private static let members: [String: JSONValue] = [
    "issuer": "https://a.example", "authorization_endpoint": "https://a.example/authorize",
    "token_endpoint": "https://a.example/token", "revocation_endpoint": "https://a.example/revoke",
    "jwks_uri": "https://a.example/jwks", "response_types_supported": ["code"],
    "grant_types_supported": ["authorization_code", "refresh_token"], "code_challenge_methods_supported": ["S256"],
    "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"], "scopes_supported": ["openid"],
    "id_token_signing_alg_values_supported": ["RS256", "ES256"], "authorization_response_iss_parameter_supported": true,
  ]

  private static func report(_ changes: [String: JSONValue?] = [:]) throws -> MetadataReport {
    var members = members
    for (name, value) in changes { members[name] = value }
    return MetadataReport(try AuthorizationServerMetadata(document: .object(members)))
  }

  @Test func `A careful server has nothing missing or unusual`() throws {
    let report = try Self.report()
    #expect(report.findings.isEmpty, "\(report.findings)")
    let text = report.lines.joined(separator: "\n")
    for part in [
      "Issuer: https://a.example", "https://a.example/token  (RFC 6749 §3.2)", "S256  (RFC 7636 §4.2)",
      "authorization_code, refresh_token", "Nothing is missing or unusual.",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  private static let oddities: [([String: JSONValue?], WireFinding.Severity, String)] = [
    (["code_challenge_methods_supported": nil], .note, "nothing about PKCE"),
    (["code_challenge_methods_supported": ["plain"]], .danger, "without S256"),
    (["code_challenge_methods_supported": ["S256", "plain"]], .problem, "plain challenges"),
    (["response_types_supported": ["code", "code token"]], .problem, "implicit"),
    (["response_types_supported": nil], .problem, "is required"),
    (["grant_types_supported": ["authorization_code", "password"]], .problem, "password grant"),
    (["token_endpoint_auth_methods_supported": ["client_secret_basic"]], .note, "no public clients"),
    (["device_authorization_endpoint": "https://a.example/d"], .problem, "doesn't announce the grant"),
    (
      ["grant_types_supported": ["urn:ietf:params:oauth:grant-type:device_code"]], .problem,
      "no device authorization endpoint"
    ),
    (["authorization_response_iss_parameter_supported": nil], .note, "RFC 9207"),
    (["revocation_endpoint": nil], .note, "can't be revoked"),
    (["id_token_signing_alg_values_supported": ["none", "RS256"]], .danger, "alg none"),
    (["id_token_signing_alg_values_supported": ["ES256"]], .note, "RS256"),
    (["jwks_uri": nil], .problem, "jwks_uri"),
    (["introspection_endpoint": "http://a.example/i"], .problem, "introspection_endpoint is not a usable https URL"),
    (["registration_endpoint": 7], .problem, "registration_endpoint is not a usable https URL"),
    (["userinfo_endpoint": "https://b.example/me"], .note, "userinfo_endpoint is at https://b.example"),
    (["dpop_signing_alg_values_supported": "ES256"], .problem, "dpop_signing_alg_values_supported is neither a list"),
  ]

  @Test(arguments: oddities)
  func `Missing and unusual members are reported with their section`(
    _ changes: [String: JSONValue?], _ severity: WireFinding.Severity, _ words: String
  ) throws {
    let report = try Self.report(changes)
    let finding = try #require(report.findings.first { $0.text.contains(words) }, "\(report.findings)")
    #expect(finding.severity == severity)
    #expect(report.lines.contains("  \(severity.word): \(finding.text)"))
  }

  @Test func `A server's texts can't control a terminal`() throws {
    let report = try Self.report(["scopes_supported": ["a\u{1B}[2J"], "\u{1B}x_endpoint": 7])
    #expect(!report.lines.joined().unicodeScalars.contains("\u{1B}"))
  }

  @Test func `pixy discover prints the report, or the document as published`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let told = try await CommandTests.pixy(["discover", issuer.text])
      #expect(told.status == 0 && told.errors.isEmpty)
      #expect(told.output.contains("\(issuer)/token  (RFC 6749 §3.2)"))
      let json = try await CommandTests.pixy(["discover", issuer.text, "--json"])
      let members = try #require(try JSONValue(bytes: Array(json.output.utf8)).object)
      #expect(json.output.split(separator: "\n").count == 1 && members["issuer"]?.string == issuer.text)
    }
  }

  @Test func `For a provider without metadata it prints what Pixy knows`() async throws {
    let outcome = try await CommandTests.pixy(["discover", "github"])
    #expect(outcome.status == 0 && outcome.output.contains("https://github.com/login/oauth/access_token"))
    #expect(outcome.errors.contains("publishes no usable metadata") && !outcome.output.contains("Missing or unusual"))
  }

  @Test func `A server that can't be reached exits with 5, one without metadata with 1`() async throws {
    #expect(try await CommandTests.pixy(["discover", "http://127.0.0.1:1"]).status == 5)
    #expect(try await CommandTests.pixy(["discover", "http://a.example"]).status == 64)
    #expect(try await CommandTests.pixy(["discover"]).status == 64)
  }
}
