import GitHubAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import Testing
import TokenStorage

/// A service from a type with constants.
struct GitHubOAuthConfigTests {
  private enum Relay: GitHubOAuthConfig {
    static let clientID = "Ov23li0123456789abcd"
    static let redirectURI = "relay://oauth/callback"
  }

  private enum Broken: GitHubOAuthConfig {
    static let clientID = "Ov23li0123456789abcd"
    static let redirectURI = "not an address"
  }

  private enum Wide: GitHubOAuthConfig {
    static let clientID = "Ov23li0123456789abcd"
    static let redirectURI = "relay://oauth/callback"
    static let scopes = ["read:user", "a scope"]
  }

  private let credentials = GitHubCredentialStore(MemoryTokenStore())

  @Test func `The constants are those of an OAuth App at github.com`() throws {
    let service = try GitHubAuthService(
      config: Relay.self, credentialStore: credentials, transport: ScriptedTransport(results: []))
    #expect(service.config.clientID == Relay.clientID && service.config.clientSecret == nil)
    #expect(service.config.redirectURI.text == Relay.redirectURI)
    #expect(service.config.scope.tokens == ["repo"])
    #expect(service.config.host == .gitHubDotCom && service.config.kind == .oauthApp)
  }

  @Test func `A constant that can't be right is an error`() {
    let transport = ScriptedTransport(results: [])
    #expect(throws: URIError.self) {
      try GitHubAuthService(config: Broken.self, credentialStore: credentials, transport: transport)
    }
    #expect(throws: ScopeError.self) {
      try GitHubAuthService(config: Wide.self, credentialStore: credentials, transport: transport)
    }
  }
}
