import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OAuthWebHummingbird
import Testing

@Suite("An application below a path") struct BasePathTests {
  private let site: TestSite

  init() throws {
    site = try TestSite()
  }

  private func signIn(at address: String) throws -> WebSignIn {
    try WebSignIn(
      [try site.client()], at: Endpoint(address), key: site.key, clock: site.clock.wallClock,
      logger: site.logs.logger())
  }

  private func run(
    _ signIn: WebSignIn, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let router = Router(context: BasicSessionRequestContext.self)
    router.add(middleware: WebSignInMiddleware(signIn))
    router.add(middleware: ErrorPageMiddleware(signIn))
    let shop = router.group("shop").add(middleware: SignInRequiredMiddleware(signIn))
    shop.get { _, context in try context.requireSession().user.subject }
    shop.get("cart") { _, context in try context.requireSession().formToken.reveal() }
    router.get("sign-in") { _, _ in "another application" }
    try await Application(router: router, logger: site.logs.logger()).test(.router) { try await body($0) }
  }

  /// Signs the user in from a page, and returns the path that the browser is sent to.
  private func signIn(_ browser: TestBrowser, from path: String, at client: any TestClientProtocol) async throws
    -> String?
  {
    let page = try #require(try await browser.open(path, at: client).path)
    let query = page.drop { $0 != "?" }
    let begun = try await browser.open("/shop/sign-in/login\(query)", at: client)
    let callback = try await site.server.user.visit(begun.headers[.location] ?? "", through: site.server.transport)
    #expect(callback.hasPrefix(TestSite.address + "/shop/callback/login?"))
    return try await browser.open(
      String(callback.trimmingPrefix(TestSite.address)), at: client, site: "cross-site"
    ).path
  }

  @Test func `has the library's paths below it, and comes back to its own pages`() async throws {
    try await run(try signIn(at: TestSite.address + "/shop")) { client in
      let browser = TestBrowser()
      #expect(try await browser.open("/shop/cart", at: client).path == "/shop/sign-in?return=%2Fshop%2Fcart")
      #expect(try await signIn(browser, from: "/shop/cart", at: client) == "/shop/cart")
      #expect(browser.cookies.keys.sorted() == ["__Host-shop-session"])
      let token = try await browser.open("/shop/cart", at: client).text
      let page = try await browser.open("/shop/sign-out", at: client).text
      #expect(page.contains(#"action="/shop/sign-out""#) && page.contains(#"<a href="/shop/">"#))
      let signedOut = try await browser.post("/shop/sign-out", [FormField.name: token], at: client)
      #expect(signedOut.headers[values: .setCookie].contains { $0.hasPrefix("__Host-shop-session=;") })
      #expect(try await browser.open("/sign-in", at: client).text == "another application")
    }
  }

  @Test(arguments: ["", "?return=%2F", "?return=%2Fother", "?return=%2Fshopping", "?return=%2Fshop%2Fsign-out"])
  func `leads to its first page instead of another application's`(query: String) async throws {
    try await run(try signIn(at: TestSite.address + "/shop")) { client in
      let browser = TestBrowser()
      let begun = try await browser.open("/shop/sign-in/login\(query)", at: client)
      let callback = try await site.server.user.visit(begun.headers[.location] ?? "", through: site.server.transport)
      let answer = try await browser.open(
        String(callback.trimmingPrefix(TestSite.address)), at: client, site: "cross-site")
      #expect(answer.path == "/shop/")
    }
  }

  @Test func `doesn't accept the session of an application below another path, with the same key`() async throws {
    let browser = TestBrowser()
    try await run(try signIn(at: TestSite.address + "/shop")) { client in
      _ = try await signIn(browser, from: "/shop/cart", at: client)
    }
    let cookie = try #require(browser.cookies["__Host-shop-session"])
    browser.set("__Host-shop--two-session", cookie)
    try await run(try signIn(at: TestSite.address + "/shop/two")) { client in
      let path = try await browser.open("/shop", at: client).path
      #expect(path?.hasPrefix("/shop/two/sign-in") == true)
    }
  }
}
