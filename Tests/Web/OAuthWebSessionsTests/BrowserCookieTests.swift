import Evidence
import HTTPTypes
import OAuthCore
@testable import OAuthWebSessions
import Testing

/// RFC 6265 and 6265bis.
@Suite("A cookie", .covers("RFC 6265 §4.1, web")) struct BrowserCookieTests {
  let cookie: BrowserCookie

  init() throws {
    cookie = BrowserCookie("session", in: CookieNames(try Endpoint("https://app.example.com")))
  }

  @Test(.covers("RFC 10017 §6.1.3.2, web", "attack: session fixation in an application"))
  func `is for this host only, hidden from scripts, and not sent with other sites' forms`() {
    #expect(cookie.setting("value") == "__Host-session=value; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(
      cookie.setting("value", for: 600, .none)
        == "__Host-session=value; Path=/; HttpOnly; SameSite=None; Secure; Max-Age=600")
    #expect(cookie.deleting == "__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0")
  }

  // RFC 6265 §8.5: cookies don't depend on ports, so one application would overwrite the other's.
  @Test(
    arguments: [
      ("https://app.example.com:8443", nil, "__Host-session-8443"),
      ("https://app.example.com:443", nil, "__Host-session"),
      ("http://[::1]:8080", nil, "session-8080"), ("http://localhost", nil, "session"),
      ("https://app.example.com", "notes", "__Host-notes-session"), ("http://[::1]:81", "notes", "notes-session-81"),
    ] as [(String, String?, String)])
  func `is named after the port, and the application if it has a name`(
    address: String, application: String?, name: String
  ) throws {
    let names = CookieNames(try Endpoint(address), application: application)
    #expect(BrowserCookie("session", in: names).name == name)
    #expect(names.bare(name) == "session")
  }

  // Browsers other than Chromium keep no `Secure` cookie of http://127.0.0.1, and cookies don't
  // depend on ports.
  @Test func `is named after the port on this machine, and isn't Secure without TLS`() throws {
    let local = BrowserCookie("session", in: CookieNames(try Endpoint("http://127.0.0.1:8080")))
    #expect(local.setting("value") == "session-8080=value; Path=/; HttpOnly; SameSite=Lax")
    #expect(local.setting("value", .none) == "session-8080=value; Path=/; HttpOnly; SameSite=None; Secure")
  }

  @Test(
    arguments: [
      ("__Host-session=a", "a"), ("x=1; __Host-session=a; y=2", "a"), ("x=1;__Host-session=a", "a"),
      ("__Host-session=a=b", "a=b"), ("__Host-session=", ""), ("__Host-session=a; __Host-session=b", nil),
      ("__host-session=a", nil), ("__Host-session2=a", nil), ("session=a", nil), ("__Host-session", nil), ("", nil),
    ] as [(String, String?)])
  func `is found by its exact name, and ignored if there are two`(field: String, value: String?) {
    #expect(cookie.value(in: [.cookie: field]) == value)
  }

  // RFC 9113 §8.2.3.
  @Test(.covers("RFC 9113 §8.2.3, web")) func `is found in a divided field`() {
    var fields: HTTPFields = [:]
    fields.append(HTTPField(name: .cookie, value: "x=1"))
    fields.append(HTTPField(name: .cookie, value: "__Host-session=a"))
    #expect(cookie.value(in: fields) == "a")
  }
}
