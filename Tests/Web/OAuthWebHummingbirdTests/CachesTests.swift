import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("A session behind caches", .covers("RFC 9111 §7.3, web")) struct CachesTests {
  /// Opens a route of the application that answers with these fields, as a user whose idle time
  /// begins anew.
  private func answer(
    _ fields: HTTPFields, _ status: HTTPResponse.Status = .ok, isForUsers: Bool = false, signsIn: Bool = true
  ) async throws -> TestResponse {
    let site = try TestSite()
    let signIn = try site.instance()
    let router = site.router(signIn)
    let group = router.group("answer")
    if isForUsers { group.add(middleware: SignInRequiredMiddleware(signIn)) }
    group.get { _, _ in Response(status: status, headers: fields) }
    return try await Application(router: router, logger: site.logs.logger()).test(.router) { client in
      let browser = TestBrowser()
      if signsIn { try await browser.signIn(at: client, of: site) }
      site.clock.advance(by: .seconds(1_000))
      return try await browser.open("/answer", at: client)
    }
  }

  // Apache's cache keeps a `Set-Cookie` field and gives it to the next visitor.
  @Test(
    .covers("attack: a session's cookie in a shared cache"),
    arguments: [
      [.cacheControl: "public"], [.cacheControl: "public, max-age=60"], [.cacheControl: "max-age=60"],
      [.cacheControl: "s-maxage=60"], [.expires: "Thu, 01 Jan 2099 00:00:00 GMT"],
      [.cacheControl: "no-cache", .eTag: "\"1\""],
    ] as [HTTPFields])
  func `isn't renewed by a response for all`(fields: HTTPFields) async throws {
    let answer = try await answer(fields)
    #expect(answer.headers[.setCookie] == nil)
    #expect(answer.headers[.cacheControl] == fields[.cacheControl] && answer.headers[.expires] == fields[.expires])
  }

  @Test(
    .covers("attack: a session's cookie in a shared cache"),
    arguments: [
      [:], [.cacheControl: "no-cache"], [.cacheControl: "private, max-age=60"], [.cacheControl: "no-store"],
      [.cacheControl: "private", .eTag: "\"1\""],
    ] as [HTTPFields])
  func `is renewed by a response for the user, of which no cache keeps a copy`(fields: HTTPFields) async throws {
    let answer = try await answer(fields)
    #expect(answer.headers[.setCookie]?.hasPrefix("__Host-session=") == true)
    #expect(answer.headers[.cacheControl] == "private, no-store")
  }

  @Test func `isn't renewed by a file, of which only the browser keeps a copy`() async throws {
    for name in [HTTPField.Name.eTag, .lastModified] {
      let answer = try await answer([name: "x"])
      #expect(answer.headers[.setCookie] == nil && answer.headers[.cacheControl] == "private")
    }
    // Its fields would replace those of a copy in a cache (RFC 9111 §4.3.4).
    let unchanged = try await answer([:], .notModified)
    #expect(unchanged.headers[.setCookie] == nil && unchanged.headers[.cacheControl] == nil)
  }

  @Test func `keeps a page that the application calls public from other visitors, if it needs a user`() async throws {
    let answer = try await answer([.cacheControl: "public, max-age=60"], isForUsers: true)
    #expect(answer.headers[.cacheControl] == "private, no-store")
    #expect(answer.headers[.setCookie]?.hasPrefix("__Host-session=") == true)
  }

  @Test func `leaves responses to visitors without one as they are`() async throws {
    for fields in [[:], [.cacheControl: "public"], [.eTag: "x"]] as [HTTPFields] {
      let answer = try await answer(fields, signsIn: false)
      #expect(answer.headers[.cacheControl] == fields[.cacheControl])
    }
  }

  @Test(
    .covers("attack: a session's cookie in a shared cache"), arguments: SignInTests.storages.indices)
  func `begins and ends with responses of which no cache keeps a copy`(storage: Int) async throws {
    let site = try TestSite()
    let signIn = try site.instance(SignInTests.storages[storage]())
    let router = site.router(signIn)
    try await Application(router: router, logger: site.logs.logger()).test(.router) { client in
      let browser = TestBrowser()
      let signedIn = try await browser.signIn(at: client, of: site)
      #expect(signedIn.headers[.cacheControl] == "private, no-store")
      let token = try await browser.open("/private/form", at: client).text
      let signedOut = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(browser.session == nil && signedOut.headers[.cacheControl] == "private, no-store")
    }
  }
}
