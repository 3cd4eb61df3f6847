import Evidence
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("Routes for signed-in users") struct SignInRequiredMiddlewareTests {
  @Test func `send a page without a session to the sign-in page, and a script's request away`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      #expect(try await browser.open("/private?x=1", at: client).path == "/sign-in?return=%2Fprivate%3Fx%3D1")
      let old = try await browser.send(.get, "/private", at: client, [.accept: "text/html,application/xhtml+xml"])
      #expect(old.path == "/sign-in?return=%2Fprivate")
      for fields in [
        [.accept: "application/json"], [.accept: "*/*"], [:], [.secFetchMode: "cors", .accept: "text/html"],
        [.secFetchMode: "no-cors"],
      ] as [HTTPFields] {
        let answer = try await browser.send(.get, "/private", at: client, fields)
        #expect(answer.status == .unauthorized && answer.headers[.wwwAuthenticate] == #"Cookie sign-in="/sign-in""#)
        #expect(answer.headers[.cacheControl] == "no-store")
      }
      // A form can't be repeated after the sign-in.
      #expect(try await browser.post("/private", ["note": "x"], at: client).path == "/sign-in")
    }
  }

  @Test func `can require a claim or a scope`() async throws {
    let site = try TestSite()
    try await site.run([try site.instance(keeping: ["name"]), try site.instance()]) { instances in
      let browser = TestBrowser()
      try await browser.signIn(at: instances[0], of: site)
      let mail = try await browser.open("/mail", at: instances[0])
      #expect(mail.status == .forbidden && mail.text.contains("You may not open this page"))
      let script = try await browser.send(.get, "/mail", at: instances[0], [.secFetchMode: "cors"])
      #expect(script.status == .forbidden && script.text.isEmpty)
      // This instance doesn't keep the claim.
      let other = TestBrowser()
      try await other.signIn(at: instances[1], of: site)
      #expect(try await other.open("/admins", at: instances[1]).status == .forbidden)
    }
    let client = try site.client(scope: ["openid", "offline_access"])
    try await site.run(try site.instance(clients: [client])) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/mail", at: client).text == "mail")
    }
  }

  @Test func `compare claims with values and with members of arrays`() throws {
    let requirement = UserRequirement(claims: ["groups": "admins", "hd": "example.com"])
    func user(_ claims: [String: JSONValue]) -> SessionUser {
      SessionUser(
        provider: "login", issuer: "https://login.example", profile: .init(id: "1"), claims: claims, scope: nil,
        signedInAt: .distantPast, providerSession: nil)
    }
    #expect(requirement.isMet(by: user(["groups": ["staff", "admins"], "hd": "example.com"])))
    #expect(requirement.isMet(by: user(["groups": "admins", "hd": "example.com"])))
    #expect(!requirement.isMet(by: user(["groups": ["staff"], "hd": "example.com"])))
    #expect(!requirement.isMet(by: user(["groups": ["admins"], "hd": "example.com.evil.example"])))
    #expect(!requirement.isMet(by: user(["groups": ["admins"]])))
    #expect(!requirement.isMet(by: user([:])))
    #expect(!UserRequirement(scope: Scope.mail).isMet(by: user([:])))
    #expect(!UserRequirement(providers: ["other"]).isMet(by: user([:])))
    #expect(UserRequirement(providers: ["other", "login"]).isMet(by: user([:])))
  }

  @Test func `without the middleware are never open`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let answer = try await TestBrowser().open("/careless", at: client)
      #expect(answer.status == .internalServerError && answer.text.contains("user_not_required"))
    }
  }

  // RFC 9700 §4.7: cross-site request forgery.
  @Test(.covers("RFC 10017 §6.1.3.3, web", "attack: forms of other sites in an application", "RFC 9110 §9.2.1, web"))
  func `accept changes only from the application's own pages`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      for fields in [
        [.origin: "https://evil.example"], [.origin: "null"], [.secFetchSite: "cross-site"],
        [.secFetchSite: "same-site"], [.origin: TestSite.address, .secFetchSite: "cross-site"],
        [.secFetchSite: "none"], [:],
      ] as [HTTPFields] {
        #expect(try await browser.send(.put, "/private", at: client, fields).status == .forbidden)
      }
      for fields in [[.origin: TestSite.address], [.secFetchSite: "same-origin"]] as [HTTPFields] {
        #expect(try await browser.send(.put, "/private", at: client, fields).text == "changed")
      }
    }
  }

  @Test(.covers("RFC 10017 §6.1.3.3, web", "attack: forms of other sites in an application"))
  func `accept a form only with the session's token, and can read the form`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser(), other = TestBrowser()
      for browser in [browser, other] { try await browser.signIn(at: client, of: site) }
      let token = try await browser.open("/private/form", at: client).text
      let others = try await other.open("/private/form", at: client).text
      for form in [[:], [FormField.name: others], [FormField.name: ""], [FormField.name: token + "x"]] {
        #expect(try await browser.post("/private", form, at: client).status == .forbidden)
      }
      let answer = try await browser.post("/private", [FormField.name: token], at: client)
      #expect(answer.text == "form_token=\(token)")
      let json = try await browser.send(
        .post, "/private", at: client, [.origin: TestSite.address, .contentType: "text/plain"], body: "x")
      #expect(json.status == .badRequest)
      // After another sign-in in the same browser the old form is worthless.
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.post("/private", [FormField.name: token], at: client).status == .forbidden)
    }
  }

  @Test(.covers("RFC 9111 §7.3, web")) func `leave no copies in caches`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/private", at: client).headers[.cacheControl] == "private, no-store")
      site.clock.advance(by: .seconds(1_000))
      let answer = try await browser.open("/", at: client)
      #expect(answer.headers[.setCookie] != nil && answer.headers[.cacheControl] == "private, no-store")
    }
  }
}
