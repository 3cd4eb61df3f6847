import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

/// CSP Level 3 §6.4.2, RFC 9700 §4.16: clickjacking.
@Suite("Pages in frames") struct FramesTests {
  private func policies(allowsForeignFrames: Bool, own policy: String? = nil) async throws -> [String] {
    let site = try TestSite()
    let signIn = try site.instance()
    let router = Router(context: BasicSessionRequestContext.self)
    router.add(middleware: WebSignInMiddleware(signIn, allowsForeignFrames: allowsForeignFrames))
    router.get("page") { _, context in
      var response = Response(status: .ok)
      response.headers[.contentSecurityPolicy] = policy
      response.headers[.location] = try context.requireSession().user.subject
      return response
    }
    return try await Application(router: router, logger: site.logs.logger()).test(.router) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let answer = try await browser.open("/page", at: client)
      #expect(answer.headers[.location] == "user-1")
      return answer.headers[values: .contentSecurityPolicy]
    }
  }

  @Test(.covers("attack: a signed-in page in a sibling's frame"))
  func `of the application are framed by its own pages only`() async throws {
    #expect(try await policies(allowsForeignFrames: false) == ["frame-ancestors 'self'"])
    let own = "default-src 'self'"
    #expect(try await policies(allowsForeignFrames: false, own: own) == [own, "frame-ancestors 'self'"])
  }

  @Test func `of the application can say themselves who may frame them`() async throws {
    let own = "frame-ancestors https://portal.example"
    #expect(try await policies(allowsForeignFrames: false, own: own) == [own])
    #expect(try await policies(allowsForeignFrames: true).isEmpty)
  }
}
