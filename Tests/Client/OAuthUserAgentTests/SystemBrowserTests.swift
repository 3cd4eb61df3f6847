import Evidence
import OAuthCore
import Testing

@testable import OAuthUserAgent

@Suite struct SystemBrowserTests {
  private static func commands(_ environment: [String: String]) -> [[String]] {
    let surroundings = Surroundings(environment: environment, exists: { _ in false }, text: { _ in nil })
    return SystemBrowser(at: BrowserPlace(in: surroundings)).commands
  }

  @Test func `BROWSER names commands to try, in order`() {
    #expect(Self.commands(["BROWSER": "firefox -new-tab %s:opera"]) == [["firefox", "-new-tab", "%s"], ["opera"]])
  }

  // Peers open a text browser over the prompt.
  @Test(arguments: ["w3m", "/usr/bin/lynx -accept_all_cookies %s", "www-browser:links2", ":"])
  func `Text browsers are skipped`(_ browser: String) {
    #expect(BrowserCommands(browser) == nil)
    #expect(Self.commands(["BROWSER": browser, "DISPLAY": ":0"]) == BrowserCommands.desktop.commands)
    #expect(Self.commands(["BROWSER": "\(browser):firefox"]) == [["firefox"]])
  }

  @Test func `A desktop has a command of its own, and without a display Linux opens nothing`() {
    #if os(Linux)
    #expect(Self.commands([:]).isEmpty && Self.commands(["DISPLAY": ""]).isEmpty)
    #expect(Self.commands(["DISPLAY": ":0"]) == [["xdg-open"]])
    #expect(Self.commands(["WAYLAND_DISPLAY": "wayland-0"]) == [["xdg-open"]])
    #else
    #expect(Self.commands([:]) == [["open"]])
    #endif
    #expect(!SystemBrowser(environment: ["BROWSER": "none", "DISPLAY": ":0"]).isAvailable)
  }

  @Test(.covers("CVE-2025-6514", "CVE-2025-58062"))
  func `Windows opens a URL that PowerShell can't interpret as code`() throws {
    let browser = SystemBrowser(at: .windows)
    #expect(browser.commands.map(\.first) == ["wslview", "powershell.exe"])
    let url = "https://a.example/?x=');calc;('&y=1"
    let program = try #require(BrowserCommands.arguments(browser.commands[1], url).last)
    #expect(program == "Start-Process 'https://a.example/?x=%27);calc;(%27&y=1'")
  }

  @Test(.covers("CVE-2025-6514", "CVE-2025-9262", "CVE-2025-54074"))
  func `The URL replaces %s, or comes last, and no shell interprets it`() {
    let url = "https://a.example/?x=$(touch%20y)&z='"
    #expect(BrowserCommands.arguments(["firefox", "--url=%s", "-p"], url) == ["--url=\(url)", "-p"])
    #expect(BrowserCommands.arguments(["firefox"], url) == [url])
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

  // Peers wait for the opener, which deadlocks.
  @Test(.timeLimit(.minutes(60))) func `A browser command that keeps running is not waited for`() async throws {
    try await SystemBrowser(environment: ["BROWSER": "sleep 30 %s"]).open("1")
  }

  @Test(.timeLimit(.minutes(60))) func `The next command is tried if the first is not installed`() async throws {
    try await SystemBrowser(environment: ["BROWSER": "/nonexistent/browser:true"]).open("https://a.example/")
  }
}
