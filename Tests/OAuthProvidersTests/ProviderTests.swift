import OAuthCore
import Testing

@testable import OAuthProviders

struct ProviderTests {
  @Test func `every provider can be made`() {
    #expect(Provider.gitHub.server.accountProvider == "https://github.com/login/oauth")
  }
}
