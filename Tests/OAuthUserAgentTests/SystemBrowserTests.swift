import OAuthCore
import Testing

@testable import OAuthUserAgent

@Suite struct SystemBrowserTests {
  @Test func `BROWSER names commands to try, in order`() {
    #expect(
      SystemBrowser.commands(["BROWSER": "firefox -new-tab %s:w3m"]) == [["firefox", "-new-tab", "%s"], ["w3m"]])
  }

  // LESSONS, Browser: a text browser opened over the prompt.
  @Test func `Without a display and without BROWSER nothing is opened on Linux`() {
    #if os(Linux)
    #expect(!SystemBrowser(environment: [:]).isAvailable)
    #expect(!SystemBrowser(environment: ["DISPLAY": ""]).isAvailable)
    #expect(SystemBrowser.commands(["DISPLAY": ":0"]) == [["xdg-open"]])
    #expect(SystemBrowser.commands(["WAYLAND_DISPLAY": "wayland-0"]) == [["xdg-open"]])
    #else
    #expect(SystemBrowser.commands([:]) == [["open"]])
    #endif
  }

  @Test func `The address takes the place of %s, or comes last, and is never read by a shell`() {
    let url = "https://a.example/?x=$(touch%20y)&z='"
    #expect(SystemBrowser.arguments(["firefox", "--url=%s", "-p"], url) == ["--url=\(url)", "-p"])
    #expect(SystemBrowser.arguments(["firefox"], url) == [url])
  }

  @Test func `A command that is not there is an error that names it`() async {
    let browser = SystemBrowser(environment: ["BROWSER": "/nonexistent/browser"])
    do {
      try await browser.open("https://a.example/?state=s3cr3t")
      Issue.record("it started")
    } catch {
      #expect("\(error)".contains("/nonexistent/browser"))
      #expect(!"\(error)".contains("s3cr3t"))
    }
  }

  // LESSONS, Browser: the opener awaited, so that it deadlocks.
  @Test(.timeLimit(.minutes(5))) func `A browser command that goes on running is not waited for`() async throws {
    try await SystemBrowser(environment: ["BROWSER": "sleep 30 %s"]).open("1")
  }

  @Test(.timeLimit(.minutes(5))) func `The next command is tried when the first is not there`() async throws {
    try await SystemBrowser(environment: ["BROWSER": "/nonexistent/browser:true"]).open("https://a.example/")
  }
}
