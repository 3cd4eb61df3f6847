import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
@testable import OAuthWebSessions
import Testing

@Suite("An application's address and clock") struct AddressAndClockTests {
  private let site: TestSite

  init() throws {
    site = try TestSite()
  }

  /// The address to which a request to a name of this machine leads; `nil` if it is answered there.
  private func lead(_ address: String, _ authority: String, _ path: String) async throws -> String? {
    let signIn = try WebSignIn(
      [try site.client()], at: Endpoint(address), key: site.key, clock: site.clock.wallClock,
      logger: site.logs.logger())
    let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
    let answer = try #require(try await signIn.answer(WebRequest(head) { _ in [] }, nil))
    guard answer.status == .seeOther, let location = answer.headers[.location], location.hasPrefix(address + "/sign-in")
    else { return nil }
    return String(location.dropFirst(address.count))
  }

  // The callback comes to the address, and the cookie would be at the other name.
  @Test(arguments: [
    ("http://127.0.0.1:8080", "localhost:8080"), ("http://localhost:8080", "127.0.0.1:8080"),
    ("http://127.0.0.1:8080", "[::1]:8080"), ("http://[::1]:8080", "LOCALHOST:8080"),
  ])
  func `is where a sign-in begins that was opened at another name of this machine`(
    address: String, authority: String
  ) async throws {
    #expect(try await lead(address, authority, "/sign-in") == "/sign-in?moved=yes")
    let path = "/sign-in/login?return=%2Fa"
    #expect(try await lead(address, authority, path) == path + "&moved=yes")
    // A proxy that rewrites the name must not lead in circles.
    #expect(try await lead(address, authority, path + "&moved=yes") == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://127.0.0.1:8080", "127.0.0.1:9090"),
    ("http://127.0.0.1:8080", "evil.example"), ("http://127.0.0.1:8080", "localhost.evil.example"),
    ("https://app.example.com", "localhost:8080"), ("http://127.0.0.1:8080", ""),
  ])
  func `is compared with names of this machine only`(address: String, authority: String) async throws {
    #expect(try await lead(address, authority, "/sign-in/login") == nil)
  }

  @Test(arguments: [(30, false), (120, true)])
  func `may differ from the provider's clock by a tolerance`(seconds: Int, isAccepted: Bool) async throws {
    let late = ManualClock()
    site.clock.advance(by: .seconds(100))
    var provider = ProviderClient(
      .issuer(site.server.issuer, id: "login", name: "Login", scope: try Scope(["openid", "profile"])), id: "web",
      secret: TestSite.secret, through: site.transport, clock: late.wallClock, monotonic: site.clock.monotonicClock,
      logger: site.logs.logger())
    provider.clockTolerance = .seconds(seconds)
    try await site.run(try site.instance(clients: [provider])) { [site] client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect((answer.path == "/") == isAccepted)
    }
  }
}
