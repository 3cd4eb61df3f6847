import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The OpenID Foundation's plan oidcc-dynamic-certification-test-plan. Each module registers its
/// own client.
///
/// The tests of the Basic plan and of request objects cover the modules that this plan shares with
/// them. `SectorTests`, `ClientKeySourcesTests` and `SigningKeyRingTests` have more tests of this
/// plan.
@Suite("Conformance: Dynamic", .covers("OpenID Registration §2, server"))
struct DynamicTests {
  @Test(.covers("OP dynamic: oidcc-idtoken-rs256"))
  func `ID tokens are signed with RS256 for a client that registered it`() async throws {
    let test = try RegistrationServer()
    let client = try await test.registered(["id_token_signed_response_alg": "RS256"])
    let token = try await test.idToken(try await test.tokens(client))
    #expect(client["id_token_signed_response_alg"] == "RS256" && token.header.algorithm == "RS256")
  }

  @Test(
    .covers(
      "OP basic: oidcc-idtoken-unsigned", "OP form_post: oidcc-idtoken-unsigned", "OP dynamic: oidcc-idtoken-unsigned",
      "question: Is the ID token signed")) func `Unsigned ID tokens can't be registered`() async throws
  {
    #expect(
      try await RegistrationServer().refusal(["id_token_signed_response_alg": "none"]).error
        == "invalid_client_metadata")
  }

  @Test(.covers("OP dynamic: oidcc-server")) func `A newly registered client completes the flow`() async throws {
    let test = try RegistrationServer()
    let tokens = try await test.tokens(try await test.registered())
    #expect(try await test.get("/userinfo", token: tokens.access).members["sub"] == "248289761001")
  }

  @Test(
    .covers(
      "OP dynamic: oidcc-ensure-redirect-uri-in-authorization-request",
      "question: Does the authorization server require the redirect uri"))
  func `Without a redirect_uri an error page is shown, though two are registered`() async throws {
    let test = try RegistrationServer()
    let client = try await test.registered([
      "redirect_uris": [.string(RegistrationServer.redirect), "https://client.example/other"]
    ])
    let id = try #require(client["client_id"]?.string)
    let answer = await test.get("/authorize", RegistrationServer.authorization(id, ["redirect_uri": nil]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(.covers("OP dynamic: oidcc-redirect-uri-query-OK"))
  func `A query of a registered redirect URI is kept in the answer`() async throws {
    let test = try RegistrationServer()
    let address = RegistrationServer.redirect + "?foo=bar"
    let id = try #require(try await test.registered(["redirect_uris": [.string(address)]])["client_id"]?.string)
    let answer = await test.post(
      "/authorize/decision", TestServer.decision(RegistrationServer.authorization(id, ["redirect_uri": address])))
    #expect(answer.field("Location")?.hasPrefix(address + "&") == true)
    #expect(try answer.callback("foo") == "bar")
  }

  @Test(
    .covers("OP dynamic: oidcc-redirect-uri-query-mismatch", "OP dynamic: oidcc-redirect-uri-query-added"),
    arguments: ["?foo=baz", "?foo=bar&x=y", ""])
  func `A different query than the registered one is rejected with a page`(_ query: String) async throws {
    let test = try RegistrationServer()
    let members = try await test.registered(["redirect_uris": [.string(RegistrationServer.redirect + "?foo=bar")]])
    let id = try #require(members["client_id"]?.string)
    let answer = await test.get(
      "/authorize", RegistrationServer.authorization(id, ["redirect_uri": RegistrationServer.redirect + query]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(.covers("OP dynamic: oidcc-redirect-uri-regfrag")) func `A redirect URI with a fragment can't be registered`()
    async throws
  {
    let (error, _) = try await RegistrationServer().refusal([
      "redirect_uris": [.string(RegistrationServer.redirect + "#fragment")]
    ])
    #expect(error == "invalid_redirect_uri")
  }

  @Test(
    .covers(
      "OP dynamic: oidcc-registration-logo-uri", "OP dynamic: oidcc-registration-policy-uri",
      "OP dynamic: oidcc-registration-tos-uri"), arguments: ["logo_uri", "policy_uri", "tos_uri", "client_uri"])
  func `The addresses of the client's documents are registered`(_ name: String) async throws {
    let test = try RegistrationServer()
    let members = try await test.registered([name: "https://client.example/document"])
    #expect(members[name] == "https://client.example/document")
    let id = try #require(members["client_id"]?.string)
    let settings = try #require(try await test.database.registration(id, at: test.clock.now)).client.settings
    let kept = [settings.logo, settings.policy, settings.terms, settings.home].compactMap { $0?.text }
    #expect(kept == ["https://client.example/document"])
    // The suite's documents are on other hosts. An operator can allow that.
    var policy = RegistrationPolicy(.open)
    policy.allowsDocumentsAtOtherHosts = true
    _ = try await RegistrationServer(policy).registered([name: "https://elsewhere.example/document"])
  }

  @Test(.covers("OP dynamic: oidcc-registration-jwks-uri")) func `A jwks_uri is registered`() async throws {
    let members = try await RegistrationServer().registered([
      "jwks_uri": "https://client.example/keys", "token_endpoint_auth_method": "private_key_jwt",
      "token_endpoint_auth_signing_alg": "RS256",
    ])
    #expect(members["jwks_uri"] == "https://client.example/keys" && members["client_secret"] == nil)
    #expect(members["token_endpoint_auth_signing_alg"] == "RS256")
  }
}
