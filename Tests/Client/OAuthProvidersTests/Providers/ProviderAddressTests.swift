import Evidence
import OAuthCore
import OpenIDConnect
import Testing

@testable import OAuthProviders

/// The addresses that users enter, as parts of a provider.
@Suite struct ProviderAddressTests {
  @Test(
    .covers("Auth0: a domain is a host"),
    arguments: [
      "", "https://ada.auth0.com", "ada.auth0.com/", "ada.auth0.com/x", "ada@evil.example", "ada.auth0.com?x", "a b",
      "ada.auth0.com#", "é.example", ":443", "ada.auth0.com:99999", "../x",
    ])
  func `A domain is a host and nothing else`(_ domain: String) {
    #expect(throws: URIError.self) { try Provider.auth0(domain: domain) }
    #expect(throws: URIError.self) { try Provider.okta(domain: domain) }
  }

  @Test(arguments: ["a b", "a?b", "a#b", "{x}", "\u{E9}"])
  func `A text that can't be in an address is rejected as realm and server`(_ name: String) throws {
    #expect(throws: URIError.self) { try Provider.keycloak(at: Endpoint("https://id.example.org"), realm: name) }
    #expect(throws: URIError.self) { try Provider.okta(domain: "ada.okta.com", authorizationServer: name) }
  }

  @Test(arguments: ["", "git.example.com/x", "https://git.example.com", "a@b", "a b", "git.example.com?x", "a#b"])
  func `A GitHub host is a host and nothing else`(_ host: String) {
    #expect(throws: URIError.self) { try GitHubHost(enterprise: host) }
  }

  @Test(
    .covers(
      "GitHub: addresses of Enterprise Server", "GitLab: a GitLab may be below a path",
      "Okta: several authorization servers", "Keycloak: the issuer's path"))
  func `An address keeps its port and path, and its host is lowercased`() throws {
    #expect(try Provider.auth0(domain: "Ada.EU.auth0.com").server.accountProvider == "https://ada.eu.auth0.com/")
    #expect(try Provider.okta(domain: "ada.okta.com").server.accountProvider == "https://ada.okta.com/oauth2/default")
    let own = try Provider.okta(domain: "ada.okta.com", authorizationServer: nil)
    #expect(own.server.accountProvider == "https://ada.okta.com")
    for address in ["https://id.example.org/auth", "https://id.example.org/auth/"] {
      let keycloak = try Provider.keycloak(at: Endpoint(address), realm: "staff")
      #expect(keycloak.server.accountProvider == "https://id.example.org/auth/realms/staff")
      let gitLab = Provider.gitLab(at: try Endpoint(address))
      #expect(gitLab.server.accountProvider == "https://id.example.org/auth")
    }
    let enterprise = try GitHubHost(enterprise: "git.example.com:8443")
    #expect(enterprise.userEndpoint.text == "https://git.example.com:8443/api/v3/user")
    #expect(try GitHubHost(enterprise: "octo.ghe.com").userEndpoint.text == "https://api.octo.ghe.com/user")
  }

  @Test func `Each provider has its own name in token stores`() {
    let entra = KnownProvider.all.filter { $0.provider.id == "entra" }
    #expect(Set(entra.map(\.provider.server.accountProvider)) == ["https://login.microsoftonline.com"])
    let others = KnownProvider.all.filter { !["entra", "google", "github-app"].contains($0.provider.id) }
    #expect(Set(others.map(\.provider.server.accountProvider)).count == others.count)
  }
}
