import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// JSON that a server labels as something else.
@Suite struct LabelTests {
  private func refresh(_ answer: HTTPAnswer, quirks: Set<Quirk>) async throws -> TokenResponse {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    let provider = Provider(
      id: "example", name: "Example", server: .known(server), redirects: RedirectRules([.https], place: "a page"),
      quirks: quirks)
    let client = ProviderClient(provider, id: "app", through: ScriptedTransport(answer))
    return try await client.oauthClient().refresh(Secret("rt-123456"))
  }

  @Test(arguments: ["text/plain", "text/html; charset=utf-8"])
  func `JSON labelled as text is accepted of a provider that is known for it, and of no other`(
    _ type: String
  ) async throws {
    let answer = HTTPAnswer.text(#"{"access_token":"at-1","token_type":"Bearer"}"#, contentType: type)
    #expect(try await refresh(answer, quirks: [.jsonLabelledAsText]).accessToken == Secret("at-1"))
    let error = await #expect(throws: EndpointError.self) { try await refresh(answer, quirks: []) }
    #expect(error?.code == "wrong_content_type")
    // A network's sign-in page has the same label.
    let page = HTTPAnswer.text("<html>", contentType: type)
    let other = await #expect(throws: EndpointError.self) { try await refresh(page, quirks: [.jsonLabelledAsText]) }
    #expect(other?.code == "wrong_content_type")
  }
}
