import Testing

@testable import OAuthUserAgent

@Suite struct BrowserPlaceTests {
  private func place(
    _ environment: [String: String], files: Set<String> = [], version: String? = nil, choice: String? = nil
  ) -> BrowserPlace {
    BrowserPlace(
      in: Surroundings(
        environment: environment, exists: { files.contains($0) }, text: { $0 == "/proc/version" ? version : nil }),
      choice: choice)
  }

  private func chosen(_ text: String) throws -> BrowserPlace { .chosen(try #require(BrowserCommands(text))) }

  private static let ssh = [
    "SSH_CONNECTION": "192.0.2.7 50022 198.51.100.9 22", "SSH_TTY": "/dev/pts/3", "USER": "ada",
    "DISPLAY": "localhost:10.0",
  ]

  // In peers, a sign-in can't continue if the browser is on another machine (SSH, container).
  @Test func `Over SSH no browser is opened by default, even if the connection forwards windows`() throws {
    let place = place(Self.ssh)
    guard case .remote(let connection) = place else {
      Issue.record("\(place)")
      return
    }
    #expect(connection.forwarding(53_000) == "ssh -L 53000:127.0.0.1:53000 ada@198.51.100.9")
    #expect(self.place(Self.ssh.merging(["BROWSER": "firefox"]) { $1 }) == (try chosen("firefox")))
    #expect(self.place(Self.ssh, choice: "chromium") == (try chosen("chromium")))
    guard case .remote = self.place(["SSH_TTY": "/dev/pts/3", "WAYLAND_DISPLAY": "wayland-0"]) else {
      Issue.record("A display on the other machine counts as the user's")
      return
    }
  }

  @Test(arguments: [
    (
      ["SSH_CONNECTION": "192.0.2.7 50022 2001:db8::9 2222", "USER": "ada"],
      "ssh -p 2222 -L 80:127.0.0.1:80 ada@2001:db8::9"
    ),
    (["SSH_TTY": "/dev/pts/0", "LOGNAME": "ada"], "ssh -L 80:127.0.0.1:80 ada@HOST"),
    (["SSH_CONNECTION": "a b $(reboot) 22", "USER": "-oProxyCommand=x"], "ssh -L 80:127.0.0.1:80 USER@HOST"),
    (["SSH_CONNECTION": "a b c 99999", "USER": "a;b"], "ssh -L 80:127.0.0.1:80 USER@c"),
  ])
  func `The line for the other end is safe to paste into a shell`(_ environment: [String: String], _ line: String) {
    guard case .remote(let connection) = place(environment) else {
      Issue.record("\(environment)")
      return
    }
    #expect(connection.forwarding(80) == line)
  }

  @Test func `BROWSER comes before the setting, and the setting before detection`() throws {
    let desktop = ["DISPLAY": ":0"]
    #expect(place(desktop.merging(["BROWSER": "opera"]) { $1 }, choice: "firefox") == (try chosen("opera")))
    #expect(place(desktop, choice: "firefox") == (try chosen("firefox")))
    #expect(place(desktop, choice: "none") == .declined)
    #expect(place(desktop.merging(["BROWSER": "none"]) { $1 }, choice: "firefox") == .declined)
    #expect(place(desktop.merging(["BROWSER": "w3m"]) { $1 }, choice: "firefox") == (try chosen("firefox")))
    #expect(place(desktop) == .here)
  }

  @Test(
    arguments: [
      (["KUBERNETES_SERVICE_HOST": "10.0.0.1"], []), (["REMOTE_CONTAINERS": "true"], []), (["CODESPACES": "true"], []),
      ([:], ["/.dockerenv"]), ([:], ["/run/.containerenv"]),
    ] as [([String: String], Set<String>)])
  func `In a container no browser is opened, unless the container has the user's display`(
    _ environment: [String: String], _ files: Set<String>
  ) {
    #if os(Linux)
    #expect(place(environment, files: files) == .outsideContainer)
    // A container on WSL can't start Windows programs.
    #expect(
      place(environment, files: files, version: "Linux version 5.15 (microsoft-standard-WSL2)") == .outsideContainer)
    #endif
    #expect(place(environment.merging(["DISPLAY": ":0"]) { $1 }, files: files) == .here)
  }

  @Test func `In WSL the Windows browser is opened, with a display or without`() {
    #expect(place(["WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"]) == .windows)
    #expect(place([:], version: "Linux version 5.15.90.1-microsoft-standard-WSL2 (gcc 9.3.0)") == .windows)
    #expect(place([:], version: "Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com)") == .windows)
  }

  @Test func `Without a display, Linux opens no browser`() {
    #if os(Linux)
    #expect(place([:], version: "Linux version 6.1.0 (debian-kernel@lists.debian.org)") == .elsewhere)
    #expect(place(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) == .elsewhere)
    #else
    #expect(place([:]) == .here)
    #endif
  }
}
