import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// Providers that don't send `Bearer` as `token_type`.
@Suite struct BearerNamesTests {
  private func tokens(_ answer: [String: JSONValue], _ quirks: Set<Quirk>) async throws -> TokenResponse {
    let provider = Provider(
      id: "example", name: "Example",
      server: .known(
        AuthorizationServerMetadata(
          authorizationEndpoint: try Endpoint("https://www.example.com/oauth/v2/authorization"),
          tokenEndpoint: try Endpoint("https://www.example.com/oauth/v2/accessToken"))),
      clientSecret: .required, redirects: RedirectRules([.https], place: "the page"), quirks: quirks)
    let client = ProviderClient(
      provider, id: "77ab12cd34ef56", secret: Secret("s"), through: ScriptedTransport(.json(answer), .json(answer)))
    let attempt = try await client.begin(redirectURI: RedirectURI("https://app.example/callback"))
    var callback = FormParameters()
    callback.append("code", "c-1")
    callback.append("state", attempt.state.reveal())
    return try await client.exchange(
      try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.adding(callback)))
    ).tokens
  }

  // Their documented answers: https://github.com/panva/openid-client/issues/826 for LinkedIn.
  @Test(
    .covers("LinkedIn, Shopify: no token_type"),
    arguments: [
      ("LinkedIn", ["access_token": "AQXdSP_W41", "expires_in": 5_184_000, "scope": "openid,profile"]),
      ("Shopify", ["access_token": "shpat_f85632530b", "scope": "write_orders,read_customers"]),
    ] as [(String, [String: JSONValue])])
  func `An answer without token_type is accepted with the provider's quirk only`(
    _ name: String, _ answer: [String: JSONValue]
  ) async throws {
    await #expect(throws: EndpointError(.token, .missingMember("token_type"))) { try await tokens(answer, []) }
    let response = try await tokens(answer, [.bearerNames(.orMissing)])
    #expect(response.tokenType == .bearer && response.scope?.tokens.count == 2)
  }

  @Test(.covers("eBay: words as token_type"))
  func `eBay: words as token_type are accepted with the provider's quirk only`() async throws {
    let answer: [String: JSONValue] = ["access_token": "v^1.1", "token_type": "User Access Token", "expires_in": 7_200]
    await #expect(throws: EndpointError.self) { try await tokens(answer, [.bearerNames(.orMissing)]) }
    let names = BearerNames(["User Access Token", "Application Access Token"])
    #expect(try await tokens(answer, [.bearerNames(names)]).tokenType == .bearer)
  }
}
