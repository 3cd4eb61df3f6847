import HTTPTypes
import HummingbirdTesting
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthServer
import OAuthTestSupport

/// Another provider of the application, with a user of its own.
struct SecondProvider {
  let server: EmbeddedServer
  let transport: RecordingTransport
  let client: ProviderClient

  init(of site: TestSite, parameters: FormParameters = FormParameters()) throws {
    let scopes = ["openid", "profile", "email"]
    server = try EmbeddedServer(
      issuer: Issuer("https://second.test"),
      clients: [
        RegisteredClient(
          id: "web", name: "web", kind: .confidential(secretHash: SecretHash(of: TestSite.secret)),
          redirectURIs: [try RedirectURI(TestSite.address + "/callback/second")], scope: try Scope(scopes),
          grants: [.authorizationCode])
      ],
      scopes: scopes, clock: site.clock)
    transport = RecordingTransport(server.transport)
    var provider = Provider.issuer(server.issuer, id: "second", name: "Second")
    provider.parameters = parameters
    client = ProviderClient(
      provider, id: "web", secret: TestSite.secret, through: transport, clock: site.clock.wallClock,
      monotonic: site.clock.monotonicClock, logger: site.logs.logger())
  }

  /// Lets the user sign in at an address of the provider, and returns the path of the callback.
  func callback(_ location: String?) async throws -> String {
    let callback = try await server.user.visit(location ?? "", through: server.transport)
    return String(callback.trimmingPrefix(TestSite.address))
  }
}

extension TestBrowser {
  /// Signs the user in at the second provider.
  @discardableResult
  func signIn(at client: any TestClientProtocol, of second: SecondProvider) async throws -> TestResponse {
    let begun = try await open("/sign-in/second", at: client)
    return try await open(try await second.callback(begun.headers[.location]), at: client, site: "cross-site")
  }

  /// Posts the form that links an identity at the second provider, and returns the page's address of
  /// the provider.
  func beginLinking(at client: any TestClientProtocol) async throws -> String? {
    let token = try await open("/private/form", at: client).text
    let page = try await post("/sign-in/second?return=/private", ["form_token": token], at: client)
    return page.text.firstMatch(of: #/href="(https://second\.test[^"]*)"/#).map {
      String($0.output.1).replacing("&amp;", with: "&")
    }
  }
}
