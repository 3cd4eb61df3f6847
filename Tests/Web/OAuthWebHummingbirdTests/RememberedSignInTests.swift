import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OAuthWebHummingbird
import Testing

@Suite("The choice to stay signed in") struct RememberedSignInTests {
  private func instance(of site: TestSite, _ remembered: SessionLifetimes.Remembered?) throws -> WebSignIn {
    try WebSignIn(
      [try site.client()], at: Endpoint(TestSite.address), key: site.key,
      lifetimes: SessionLifetimes(remembered: remembered), clock: site.clock.wallClock, logger: site.logs.logger())
  }

  /// Signs the user in with the address that the sign-in page has for those who stay signed in.
  private func cookie(of browser: TestBrowser, at client: any TestClientProtocol, of site: TestSite) async throws
    -> String?
  {
    let begun = try await browser.open("/sign-in/login?return=%2Fprivate&remember=yes", at: client)
    let callback = try await site.server.user.visit(
      begun.headers[.location] ?? "", through: site.server.transport)
    let answer = try await browser.open(
      String(callback.trimmingPrefix(TestSite.address)), at: client, site: "cross-site")
    #expect(answer.path == "/private")
    return answer.headers[values: .setCookie].first { $0.hasPrefix("__Host-session=") }
  }

  @Test func `is on the sign-in page, and gives the session's cookie an end`() async throws {
    let site = try TestSite()
    try await site.run(try instance(of: site, .init(absolute: .seconds(864_000)))) { client in
      let browser = TestBrowser()
      let page = try await browser.open("/sign-in?return=%2Fprivate", at: client).text
      #expect(page.contains("Stay signed in on this device"))
      #expect(page.contains(#"href="/sign-in/login?return=%2Fprivate""#))
      #expect(page.contains(#"href="/sign-in/login?return=%2Fprivate&amp;remember=yes""#))
      #expect(try await cookie(of: browser, at: client, of: site)?.contains("; Max-Age=864000") == true)
      site.clock.advance(by: .seconds(86_400))
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `is left out by default, and an address with it has no effect`() async throws {
    let site = try TestSite()
    try await site.run(try instance(of: site, nil)) { client in
      let browser = TestBrowser()
      let page = try await browser.open("/sign-in?return=%2Fprivate", at: client).text
      #expect(!page.contains("remember"))
      #expect(try await cookie(of: browser, at: client, of: site)?.contains("Max-Age") == false)
      site.clock.advance(by: .seconds(3_600))
      #expect(try await browser.open("/private", at: client).path == "/sign-in?return=%2Fprivate")
    }
  }
}
