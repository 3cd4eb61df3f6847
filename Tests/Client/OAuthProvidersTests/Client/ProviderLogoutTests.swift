import Foundation
import JOSE
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OpenIDConnect
import Testing

/// RP-Initiated Logout §2 and Back-Channel Logout §2, for a provider.
@Suite struct ProviderLogoutTests {
  private let server: EmbeddedServer

  init() throws {
    server = try EmbeddedServer(issuer: Issuer("https://login.test"))
  }

  private func client(_ provider: Provider) -> ProviderClient {
    ProviderClient(
      provider, id: EmbeddedServer.clientID, through: server.transport, clock: server.clock.wallClock)
  }

  @Test func `A sign-out opens the provider's page with the stored text of the ID token`() async throws {
    let client = client(.issuer(server.issuer))
    let attempt = try await client.beginLogout(
      idTokenHint: Secret("the.id.token"), postLogoutRedirectURI: RedirectURI("https://app.example.com/out"))
    #expect(attempt.url.hasPrefix("https://login.test/logout?id_token_hint=the.id.token&client_id=app"))
    #expect(attempt.url.contains("post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fout&state="))
    #expect(!"\(attempt)".contains("the.id.token"))
    let without = try await client.beginLogout(idTokenHint: nil)
    #expect(without.url == "https://login.test/logout?client_id=app")
  }

  @Test func `A provider without a page for it is an error`() async throws {
    await #expect(throws: OpenIDError.noLogoutEndpoint) {
      try await client(.gitHub).beginLogout(idTokenHint: nil)
    }
  }

  @Test func `A logout token of the provider is verified, and accepted once`() async throws {
    let now = Int64(server.clock.now.timeIntervalSince1970)
    let token = try server.signingKey.sign(
      [
        "iss": .string(server.issuer.text), "aud": .string(EmbeddedServer.clientID), "iat": .integer(now),
        "exp": .integer(now + 120), "jti": "1", "sub": "user-1",
        "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
      ], type: "logout+jwt")
    let body = Array("logout_token=\(token.reveal())".utf8)
    let client = client(.issuer(server.issuer))
    let seen = SeenTokens()
    #expect(try await client.logoutToken(requestBody: body, seen: seen).subject == "user-1")
    await #expect(throws: LogoutTokenError.replayed) { try await client.logoutToken(requestBody: body, seen: seen) }
    await #expect(throws: OpenIDError.noKeys) {
      try await self.client(.gitHub).logoutToken(requestBody: body, seen: seen)
    }
  }

  @Test func `Several servers have identifiers and names of their own`() throws {
    let provider = Provider.issuer(server.issuer, id: "login", name: "Login")
    #expect(provider.id == "login" && provider.name == "Login")
    #expect(
      Provider.issuer(server.issuer).id == "issuer" && Provider.issuer(server.issuer).name == "login.test")
  }
}
