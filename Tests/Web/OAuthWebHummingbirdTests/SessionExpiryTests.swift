import Evidence
import Foundation
import HTTPTypes
import HummingbirdTesting
import JOSE
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import PKCE
import Testing

@Suite("The provider's end of a session", .covers("Enterprise Extensions §2.1, web")) struct SessionExpiryTests {
  /// Signs the server's ID tokens again, with a `session_expiry`.
  private struct ExpiringTransport: HTTPTransport {
    let transport: any HTTPTransport
    let key: SigningKey
    let end: JSONValue

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      if request.path == "/jwks" { return .json(["keys": [key.verificationKey.publicJWK ?? .null]]) }
      let answer = try await transport.send(request, body: body, limits: limits)
      guard var members = (try? JSONValue(bytes: answer.body))?.object, let token = members["id_token"]?.string,
        var claims = try JSONValue(bytes: Base64URL.decode(token.split(separator: ".")[1])).object
      else { return answer }
      claims["session_expiry"] = end
      members["id_token"] = .string(try key.sign(claims).reveal())
      return .json(members)
    }
  }

  private static func client(of site: TestSite, end: JSONValue) throws -> ProviderClient {
    let transport = ExpiringTransport(
      transport: site.transport, key: try SigningKey.generate(.es256, keyID: "expiring"), end: end)
    return ProviderClient(
      .issuer(site.server.issuer, id: "login", name: "Login", scope: try Scope(["openid", "profile"])), id: "web",
      secret: TestSite.secret, through: transport, clock: site.clock.wallClock, monotonic: site.clock.monotonicClock,
      logger: site.logs.logger())
  }

  private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }

  @Test(arguments: [false, true])
  func `is the end of the web session`(isInStore: Bool) async throws {
    let storage: SessionStorage = isInStore ? .store(MemorySessionStore()) : .cookieUntilExpiry
    let site = try TestSite()
    let end = site.clock.now.addingTimeInterval(1_800)
    let provider = try Self.client(of: site, end: .integer(Self.seconds(end)))
    try await site.run(try site.instance(storage, clients: [provider])) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.path == "/")
      #expect(try await browser.open("/private/end", at: client).text == "\(Self.seconds(end))")
      site.clock.advance(by: .seconds(1_799))
      #expect(try await browser.open("/private", at: client).text == "user-1")
      site.clock.advance(by: .seconds(1))
      #expect(try await browser.open("/private", at: client).path == "/sign-in?return=%2Fprivate")
    }
  }

  @Test func `in the past begins no session, and the page says why`() async throws {
    let site = try TestSite()
    let provider = try Self.client(of: site, end: .integer(Self.seconds(site.clock.now)))
    try await site.run(try site.instance(clients: [provider])) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.status == .badGateway && answer.text.contains("Your session at the provider has ended"))
      #expect(browser.session == nil)
    }
  }

  @Test func `of another type leaves the application's limits`() async throws {
    let site = try TestSite()
    let provider = try Self.client(of: site, end: "1800000000")
    try await site.run(try site.instance(clients: [provider])) { client in
      let browser = TestBrowser()
      let signedInAt = site.clock.now
      #expect(try await browser.signIn(at: client, of: site).path == "/")
      let end = try await browser.open("/private/end", at: client).text
      #expect(end == "\(Self.seconds(signedInAt.addingTimeInterval(43_200)))")
    }
  }
}
