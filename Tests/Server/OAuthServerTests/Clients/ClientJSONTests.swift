import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthServer

@Suite struct ClientJSONTests {
  static func read(_ members: [String: JSONValue]) throws -> RegisteredClient {
    try RegisteredClient(json: .object(members))
  }

  // RFC 7591 §3.1's example, as an operator would write it.
  @Test func `A client is read from the members of RFC 7591 and OpenID Connect`() throws {
    let client = try Self.read([
      "client_id": "s6BhdRkqt3", "client_name": "My Example Client",
      "redirect_uris": ["https://client.example.org/callback", "https://client.example.org/callback2"],
      "client_secret_sha256": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
      "logo_uri": "https://client.example.org/logo.png", "scope": "openid email", "subject_type": "pairwise",
      "jwks_uri": "https://client.example.org/my_public_keys.jwks", "default_max_age": 3_600,
      "grant_types": ["authorization_code", "refresh_token"], "dpop_bound_access_tokens": true,
      "response_types": ["code"], "application_type": "web", "software_id": "4NRB1-0XZABZI9E6-5SM3R",
      "software_version": "2",
    ])
    #expect(client.id == "s6BhdRkqt3" && client.name == "My Example Client" && client.redirectURIs.count == 2)
    #expect(client.kind == .confidential(secretHash: SecretHash(of: Secret("hello"))))
    #expect(client.grants == [.authorizationCode, .refreshToken])
    #expect(client.settings.logo?.text == "https://client.example.org/logo.png")
    #expect(client.settings.subjectType == .pairwise(sector: "client.example.org"))
    #expect(client.settings.keys == .address(try Endpoint("https://client.example.org/my_public_keys.jwks")))
    #expect(client.settings.requiresDPoP && client.settings.defaultMaximumAge == 3_600)
  }

  // A member that no document names is found by no operator.
  @Test func `The guide describes each member that only Pixy defines`() throws {
    var folder = URL(filePath: #filePath)
    while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
    let guide = folder.deletingLastPathComponent().appending(path: "Documentation/Guides/Serving/Clients.md")
    let rows = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    for member in RegistrationAnswer.operatorMembers {
      #expect(rows.contains { $0.prefix(80).contains("`\(member)`") }, "\(member)")
    }
  }

  @Test func `Members that are absent or null have the default of their specification`() throws {
    let client = try Self.read(["client_id": "app", "scope": .null, "logo_uri": .null])
    #expect(
      client == RegisteredClient(id: "app", name: "app", redirectURIs: [], scope: .none, grants: [.authorizationCode]))
  }

  @Test(
    arguments: [
      ("client_id", 1), ("client_id", ""), ("client_name", ["x"]), ("redirect_uris", "https://a.example/"),
      ("redirect_uris", ["https://a.example/#f"]), ("redirect_uris", ["javascript:alert(1)"]), ("scope", "a\"b"),
      ("grant_types", ["x"]), ("client_uri", "http://a.example/"), ("logo_uri", "data:image/png;base64,AA=="),
      ("contacts", "me"), ("needs_no_consent", "yes"), ("jwks", ["keys": "none"]), ("jwks", [:]),
      ("jwks", ["keys": [["kty": "oct", "k": "c2VjcmV0"]]]),
      ("jwks", ["keys": [["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "d": "AA"]]]),
      ("jwks", ["keys": [["kty": "AKP", "alg": "ML-DSA-65", "pub": "AA", "priv": "AA"]]]),
      ("jwks_uri", "http://a.example/keys"), ("id_token_signed_response_alg", "none"),
      ("id_token_signed_response_alg", "HS256"), ("default_max_age", -1), ("default_max_age", "60"),
      ("subject_type", "secret"), ("subject_type", "pairwise"), ("sector_identifier", "a.example"),
      ("access_token_format", "paseto"), ("token_endpoint_auth_method", "client_secret_jwt"),
      ("client_secret_sha256", "c2VjcmV0"), ("code_challenge_optional_despite_code_injection", true),
      ("clinet_name", "misspelt"), ("backchannel_logout_uri", "https://a.example/#x"), ("resources", "x"),
      ("response_types", ["code", "token"]), ("response_types", []), ("application_type", "desktop"),
      ("software_id", 1),
      ("software_version", 2),
    ] as [(String, JSONValue)])
  func `The error for a wrong member has its name and not its value`(name: String, value: JSONValue) throws {
    var members: [String: JSONValue] = ["client_id": "app"]
    members[name] = value
    let error = try #require(throws: ClientMetadataError.self) { try Self.read(members) }
    #expect(error.member == name)
    #expect(error.explanation.hasPrefix(name) && error.step == .configuration && !error.remedy.isEmpty)
    for text in [value.string].compactMap({ $0 }) + (value.strings ?? []) where text.count > 4 && text != "pairwise" {
      #expect(!error.description.contains(text))
    }
  }

  @Test func `Grants have their short names too, and the error for another one lists them`() throws {
    let client = try Self.read(["client_id": "app", "grant_types": ["device_code", "urn:example:grant"]])
    #expect(client.grants == [.deviceCode, GrantType(rawValue: "urn:example:grant")])
    let error = try #require(throws: ClientMetadataError.self) {
      try Self.read(["client_id": "app", "grant_types": ["implicit"]])
    }
    #expect(error.description.contains("implicit") && error.description.contains("token-exchange"))
  }

  @Test(
    arguments: [
      ("client_secret_sha256", ["token_endpoint_auth_method": "client_secret_basic"]),
      ("jwks", ["token_endpoint_auth_method": "private_key_jwt"]),
      ("jwks", ["token_endpoint_auth_method": "self_signed_tls_client_auth"]),
      ("tls_client_auth_subject_dn", ["token_endpoint_auth_method": "tls_client_auth"]),
      ("jwks", ["jwks": ["keys": []], "jwks_uri": "https://a.example/keys"]),
      (
        "client_secret_sha256",
        [
          "token_endpoint_auth_method": "none",
          "client_secret_sha256": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
        ]
      ),
    ] as [(String, [String: JSONValue])])
  func `Contradictory members are rejected`(member: String, members: [String: JSONValue]) throws {
    let error = try #require(throws: ClientMetadataError.self) {
      try Self.read(members.merging(["client_id": "app"]) { $1 })
    }
    #expect(error.member == member)
  }

  // RFC 7591 §2.1: the table of response types and grants.
  @Test func `Response types must fit the grants`() throws {
    let members: [String: JSONValue] = ["client_id": "a", "grant_types": ["client_credentials"]]
    #expect(try Self.read(members.merging(["response_types": []]) { $1 }).grants == [.clientCredentials])
    #expect(throws: ClientMetadataError.self) { try Self.read(members.merging(["response_types": ["code"]]) { $1 }) }
  }

  @Test func `JSON that isn't an object isn't a client`() throws {
    let error = try #require(throws: ClientMetadataError.self) { try RegisteredClient(json: ["client_id"]) }
    #expect(error.member == nil && error.code == "client_not_an_object")
    #expect(throws: ClientMetadataError.missing("client_id", "every client needs one")) { try Self.read([:]) }
  }

  // A later time ended the process when the client was saved.
  @Test(arguments: [Int64.max, 253_402_300_800, 253_402_300_799])
  func `A former secret's time after the year 9999 becomes its end`(_ seconds: Int64) throws {
    let members: [String: JSONValue] = [
      "client_id": "app", "redirect_uris": ["https://app.example/cb"],
      "client_secret_sha256": .string(String(repeating: "A", count: 43)),
      "former_client_secret_sha256": .string(String(repeating: "B", count: 42) + "A"),
      "former_client_secret_until": .integer(seconds),
    ]
    let client = try RegisteredClient(json: .object(members))
    #expect(client.json.object?["former_client_secret_until"] == .integer(253_402_300_799))
  }

  // A new member of ``ClientSettings`` must be added to the JSON as well.
  @Test func `Every client survives its JSON unchanged`() throws {
    for seed in UInt64(0)..<500 {
      let client = try ClientMaker(random: SeededRandomSource(seed: seed)).client()
      let bytes = client.json.bytes()
      #expect(try RegisteredClient(json: JSONValue(bytes: bytes)) == client, "seed \(seed)")
    }
    #expect(Mirror(reflecting: ClientSettings()).children.count == ClientMaker.settingsMembers)
  }

  @Test(.covers("CVE-2026-16102"))
  func `Members that only an operator may set are ignored in a client's own registration`() throws {
    var members = ClientMembers([
      "needs_no_consent": true, "may_introspect_all": true, "follows_fapi2": true, "access_token_format": "jwt",
      "resources": ["x"], "sector_identifier": "victim.example", "subject_type": "pairwise",
    ])
    var expected = ClientSettings()
    expected.subjectType = .pairwise(sector: "app.example")
    let redirects = [try RedirectURI(TestServer.redirect)]
    #expect(try ClientSettings(&members, redirectURIs: redirects, by: .client) == expected)
  }
}
