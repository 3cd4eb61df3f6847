import JOSE
import OAuth
import OAuthCore
import OAuthProviders
import OAuthServer
import OAuthTestSupport
import OAuthWebHummingbird
import Testing

@Suite("An application authenticates at the provider")
struct AuthenticationTests {
  private func client(_ site: TestSite, _ authentication: ClientAuthentication) throws -> ProviderClient {
    ProviderClient(
      .issuer(site.server.issuer, id: "login", name: "Login"), id: "web", authentication: authentication,
      through: site.transport, clock: site.clock.wallClock, monotonic: site.clock.monotonicClock)
  }

  /// Whether a user can sign in.
  private func signsIn(_ site: TestSite, _ client: ProviderClient) async throws -> Bool {
    let browser = TestBrowser()
    try await site.run(try site.instance(clients: [client])) { try await browser.signIn(at: $0, of: site) }
    return browser.session != nil
  }

  // The registration that `pixy serve client add --auth client_secret_basic` makes.
  @Test func `with its secret in the field by default, as clients are registered by default`() async throws {
    let site = try TestSite(secretMethod: .basic)
    #expect(try await signsIn(site, try site.client()))
  }

  @Test func `with its secret in the form, if it is registered for that`() async throws {
    let site = try TestSite(secretMethod: .post)
    #expect(try await signsIn(site, try client(site, .clientSecretPost(TestSite.secret))))
    #expect(try await !signsIn(site, try client(site, .clientSecretBasic(TestSite.secret))))
  }

  // RFC 7523 §2.2.
  @Test func `with a private key, and without a secret`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "app")
    let site = try TestSite(kind: .confidential(.privateKeyJWT(.set(JSONWebKeySet([key.verificationKey])))))
    #expect(try await signsIn(site, try client(site, .privateKeyJWT(key))))
    #expect(try await !signsIn(site, try client(site, .privateKeyJWT(SigningKey.generate(.es256, keyID: "app")))))
  }
}
