@testable import OAuthWebSessions
import Testing

@Suite("The browser and system of a session") struct SessionDeviceTests {
  private static let mozilla = "Mozilla/5.0 "

  @Test(arguments: [
    ("(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Linux"),
    (
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome", "Windows"
    ),
    (
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 "
        + "Edg/142.0.0.0", "Edge", "Windows"
    ),
    (
      "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari", "macOS"
    ),
    (
      "(iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 "
        + "Mobile/15E148 Safari/604.1", "Chrome", "iPhone"
    ),
    ("(Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox", "Android"),
  ])
  func `are read from its field`(field: String, browser: String, system: String) {
    #expect(SessionDevice(userAgent: Self.mozilla + field) == SessionDevice(browser: browser, system: system))
  }

  @Test(arguments: [nil, "", "curl/8.5.0", "<script>alert(1)</script>"])
  func `aren't known from any other field`(field: String?) {
    #expect(SessionDevice(userAgent: field) == SessionDevice(browser: nil, system: nil))
  }
}
