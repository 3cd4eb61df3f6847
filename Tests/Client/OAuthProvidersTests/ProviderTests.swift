import OAuthCore
import Testing

@testable import OAuthProviders

struct ProviderTests {
  @Test func `every provider can be created`() {
    #expect(Provider.gitHub.server.accountProvider == "https://github.com/login/oauth")
  }
}
