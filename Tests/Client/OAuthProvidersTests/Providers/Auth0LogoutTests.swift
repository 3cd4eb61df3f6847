import Evidence
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

/// The logout endpoint of Auth0's older tenants, whose metadata doesn't name it.
@Suite struct Auth0LogoutTests {
  private func client(_ change: @Sendable @escaping ([String: JSONValue]) -> [String: JSONValue]) async throws
    -> OpenIDClient?
  {
    let known = try #require(KnownProvider.all.first { $0.provider.id == "auth0" })
    let played = PlayedProvider(known)
    let base = "https://ada.eu.auth0.com/"
    played.answer(
      "/.well-known/openid-configuration",
      with: .json(
        change([
          "issuer": .string(base), "authorization_endpoint": .string(base + "authorize"),
          "token_endpoint": .string(base + "oauth/token"), "revocation_endpoint": .string(base + "oauth/revoke"),
          "jwks_uri": .string(base + ".well-known/jwks.json"),
        ])))
    let provider = known.client(played)
    let client = try await provider.oauthClient()
    #expect(played.exchanges.map(\.address) == [base + ".well-known/openid-configuration"])
    return try provider.openIDClient(client)
  }

  @Test(.covers("Auth0: the issuer ends with a slash", "Auth0: the logout endpoint isn't announced"))
  func `A tenant without a logout endpoint in its metadata uses the default one`() async throws {
    let client = try #require(try await client { $0 })
    let attempt = try client.beginLogout(of: nil)
    #expect(attempt.url == "https://ada.eu.auth0.com/oidc/logout?client_id=0oa1b2c3d4E5F6g7h8i9")
  }

  @Test(.covers("Auth0: the logout endpoint isn't announced")) func `A tenant's announced logout endpoint is used`()
    async throws
  {
    let client = try #require(
      try await client { $0.merging(["end_session_endpoint": "https://ada.eu.auth0.com/other"]) { $1 } })
    #expect(try client.beginLogout(of: nil).url.hasPrefix("https://ada.eu.auth0.com/other?"))
  }

  @Test(.covers("Google: no logout endpoint")) func `Other providers have no default logout endpoint`() async throws {
    for known in KnownProvider.all
    where known.provider.quirks.isDisjoint(with: [.unannouncedLogout(path: "/oidc/logout")]) {
      let client = try await known.client(PlayedProvider(known)).oauthClient()
      #expect((client.server.endSessionEndpoint != nil) == (known.provider.id == "entra"))
    }
  }
}
