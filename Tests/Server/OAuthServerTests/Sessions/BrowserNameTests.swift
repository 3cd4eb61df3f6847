import HTTPTypes
import Testing

@testable import OAuthServer

/// The names of browsers, by which users tell their sessions apart.
@Suite struct BrowserNameTests {
  @Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox, Linux"),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome, Windows"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
      "Edge, Windows"
    ),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari, macOS"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile Safari/604.1",
      "Chrome, iOS"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36",
      "Samsung Internet, Android"
    ),
    ("curl/8.5.0", nil), ("", nil), ("\u{202E}Firefox\u{1B}[31m", nil),
    (String(repeating: "x", count: 600) + " Firefox/1", nil),
  ])
  func `A known browser and system are named, and nothing else is kept`(_ agent: String, _ name: String?) {
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "login.example", path: "/", headerFields: [.userAgent: agent])
    #expect(BrowserName.name(in: request) == name)
  }
}
