import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import PKCE
import Testing

@testable import PixyServe

/// Operators' rules beyond the specifications: acr, audiences, limits of registration.
extension ServeRulesTests {
  // OpenID Connect Core §2, RFC 9068 §2.2.1.
  @Test(arguments: [false, true])
  func `The acr of passwords is in the metadata and in tokens`(_ hasDatabase: Bool) async throws {
    let folder = try TemporaryFolder()
    let file = #"{\#(hasDatabase ? #""database": "\#(folder.database)","# : "") "acr": "urn:example:password"}"#
    let server = hasDatabase ? try await durable(file) : try server(file)
    #expect(server.configuration.passwordContext == "urn:example:password")
    #expect(try await metadata(file)["acr_values_supported"] == ["urn:example:password"])
    #expect(try await metadata("{}")["acr_values_supported"] == nil)
  }

  // RFC 9068 §3.
  @Test(
    .covers("RFC 9068 §3, server"),
    arguments: [
      (#""default_audience": "https://api.example","#, "https://api.example"), ("", "http://127.0.0.1:8414"),
    ])
  func `A token without resource has the default audience of the file`(
    _ setting: String, _ audience: String
  ) async throws {
    let folder = try TemporaryFolder()
    let secret = try folder.file("secret", "correct horse battery staple")
    let server = try server(
      #"""
      {\#(setting) "access_token_format": "jwt", "clients": [
        {"client_id": "report", "token_endpoint_auth_method": "client_secret_post", "client_secret_file": "\#(secret)",
         "grant_types": ["client_credentials"], "scope": "profile"}]}
      """#)
    let answer = try members(
      await post(
        server, "/token",
        [
          ("grant_type", "client_credentials"), ("client_id", "report"),
          ("client_secret", "correct horse battery staple"), ("scope", "profile"),
        ]))
    let token = try JSONWebSignature(compact: try #require(answer["access_token"]?.string, "\(answer)"))
    #expect(try JSONValue(bytes: token.unverifiedPayload).object?["aud"] == .string(audience))
  }

  // RFC 9126 §5.
  @Test func `With required pushed requests, others are rejected`() async throws {
    let file =
      #"{"clients": [\#(Self.client)], "authorization_details_types": [{"type": "payment", "text": "pay"}, {"type": "visit", "text": "go"}]"#
    let strict = file + #", "require_pushed_authorization_requests": true}"#
    #expect(try await metadata(strict)["require_pushed_authorization_requests"] == true)
    #expect(await ask(try server(file + "}")).response.status == .ok)
    let refused = await ask(try server(strict))
    #expect(refused.response.status != .ok)
    let told = refused.response.headerFields[.location] ?? String(decoding: refused.body, as: UTF8.self)
    #expect(told.contains("invalid_request"), "\(told)")
  }

  // RFC 7591 §2, §5.
  @Test func `Unknown clients can register only the allowed scopes, and only up to the maximum number`() async throws {
    let server = try server(
      #"""
      {"scopes": ["openid", "profile", "admin"],
       "registration": {"open": true, "scopes": ["openid", "profile"], "maximum_clients": 2}}
      """#)
    for asked in ["profile admin", nil] as [String?] {
      var metadata: [String: JSONValue] = ["redirect_uris": ["https://a.example"]]
      metadata["scope"] = asked.map { .string($0) }
      let answer = try members(await register(metadata, at: server))
      // A client that registered with less may later request all that strangers may register.
      #expect(answer["scope"] == "openid profile", "\(answer)")
    }
    let third = await register(["redirect_uris": ["https://a.example"]], at: server)
    #expect(third.response.status.kind != .successful)
  }

  // draft-ietf-oauth-client-id-metadata-document-02 §6.
  @Test func `Metadata documents are accepted only if a setting says so`() async throws {
    let name = "client_id_metadata_document_supported"
    #expect(try await metadata(#"{"client_documents": {"accept": true}}"#)[name] == true)
    #expect(try await metadata("{}")[name] == nil)
    #expect(try await metadata(#"{"client_documents": {"accept": true}}"#)["registration_endpoint"] == nil)
    let settings = try settings(
      #"{"client_documents": {"accept": true, "domains": ["a.example"], "refused_domains": ["b.a.example"]}}"#)
    #expect(settings.clientDocuments?.allowedDomains == ["a.example"])
    #expect(settings.clientDocuments?.refusedDomains == ["b.a.example"])
  }

  // RFC 6749 §3.3.
  @Test func `A request without scope gets the default scope`() async throws {
    let file = #"{"scopes": ["openid", "profile", "admin"], "default_scope": ["openid", "profile"]}"#
    #expect(try server(file).configuration.defaultScope == Scope(["openid", "profile"]))
    #expect(try server("{}").configuration.defaultScope.isEmpty)
  }

  // RFC 7591 §2.3.
  @Test func `Only software statements of the issuers in the file are accepted`() async throws {
    let vendor = try SigningKey.generate(.es256, keyID: "vendor")
    let keys = JSONValue.object(["keys": [try #require(vendor.verificationKey.publicJWK)]])
    let server = try server(
      #"""
      {"registration": {"open": true, "software_statement_issuers": [
        {"issuer": "https://vendor.example", "jwks": \#(String(decoding: keys.bytes(), as: UTF8.self))}]}}
      """#)
    for (issuer, isBelieved) in [("https://vendor.example", true), ("https://other.example", false)] {
      let statement = try vendor.sign(["iss": .string(issuer), "client_name": "Vouched for"], type: "JWT")
      let answer = await register(
        [
          "redirect_uris": ["https://a.example"], "client_name": "Mine",
          "software_statement": .string(statement.reveal()),
        ],
        at: server)
      let told = try members(answer)
      #expect(answer.response.status == (isBelieved ? .created : .badRequest), "\(told)")
      #expect(told["client_name"] == (isBelieved ? "Vouched for" : nil))
      #expect(told["error"] == (isBelieved ? nil : "unapproved_software_statement"))
    }
  }
}
