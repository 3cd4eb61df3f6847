import Foundation
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import SystemPackage
import TestSurroundings
import Testing

/// `pixy login` at a terminal, with a user who pastes, waits or interrupts.
@Suite(.timeLimit(.minutes(60))) struct LoginPromptTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  private static func login(_ issuer: Issuer, _ options: String...) -> [String] {
    ["login", issuer.text, "--client-id", "pixy"] + options
  }

  /// Returns the URL that the terminal shows for the browser.
  private static func address(_ shown: String) throws -> String {
    let line = try #require(shown.split(whereSeparator: \.isNewline).first { $0.contains("/authorize?") })
    return line.trimmingCharacters(in: .whitespaces)
  }

  /// Returns the final URL of a browser on another machine, which can't reach the listener.
  private static func callback(_ address: String, in folder: String) async throws -> String {
    let file = folder + "/" + UUID().uuidString
    _ = try await run(
      .path(FilePath(browser)), arguments: [address], environment: .inherit.updating(["CALLBACK_TO": file]),
      output: .discarded, error: .discarded)
    return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
  }

  // Users want to paste the redirected URL. The `state` must still be checked, and the listener
  // must keep waiting.
  @Test func `The callback URL of a browser elsewhere can be pasted while the listener waits`() async throws {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(
        Self.login(issuer, "--token"),
        environment: ["SSH_CONNECTION": "192.0.2.7 50022 198.51.100.9 22", "USER": "ada", "DISPLAY": ":10"],
        keepsOutputApart: true
      ) { terminal in
        try await terminal.wait(for: "ada@198.51.100.9")
        try await terminal.wait(for: "paste the address (")
        #expect(!terminal.echoes)
        try terminal.type("http://127.0.0.1:1/callback?code=c&state=forged\n")
        try await terminal.wait(for: "not this sign-in's redirect URI")
        try await terminal.wait(for: "Still waiting.")
        let callback = try await Self.callback(Self.address(terminal.shown), in: folder.path)
        let forged = callback.replacing(/state=[^&]*/, with: "state=forged")
        try terminal.type(forged + "\n")
        try await terminal.wait(for: "The state of the answer is not this sign-in's")
        try terminal.type("  \(callback) \n")
        try await terminal.wait(for: "Signed in.")
        #expect(!terminal.shown.contains(callback))
      }
      #expect(outcome.status == 0 && outcome.echoes, "\(outcome.shown)")
      // Other tools mix prompts and the token in one output.
      #expect(outcome.output.split(separator: "\n").map(\.count) == [40])
      #expect(!outcome.shown.contains(outcome.output.dropLast()))
    }
  }

  // A thread that continues to read would consume input for the shell.
  @Test func `The browser's callback ends the prompt, and later input is the next command's`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let script = "\"$@\" && echo \"status $?\" && read line && echo \"next: $line\""
      let outcome = try await PseudoTerminal.running(
        ["-c", script, "sh", Repository.pixy]
          + Self.login(issuer, "--scope", "profile", "--browser-command", Self.browser), of: "/bin/sh"
      ) { terminal in
        try await terminal.wait(for: "status 0")
        #expect(terminal.echoes)
        try terminal.type("echo mine\n")
        try await terminal.wait(for: "next: echo mine")
      }
      #expect(outcome.status == 0 && outcome.shown.contains("You are Ada Lovelace"))
      #expect(outcome.shown.contains(/paste the address \([0-5]:\d\d left\)/))
    }
  }

  @Test func `Input after the answer stays for the next command`() async throws {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let script = "\"$@\"; read line && echo \"next: $line\""
      let outcome = try await PseudoTerminal.running(
        ["-c", script, "sh", Repository.pixy] + Self.login(issuer), of: "/bin/sh"
      ) { terminal in
        try await terminal.wait(for: "paste the address (")
        let callback = try await Self.callback(Self.address(terminal.shown), in: folder.path)
        try terminal.type(callback + "\necho mine\n")
        try await terminal.wait(for: "next: echo mine")
      }
      #expect(outcome.status == 0 && outcome.shown.contains("Signed in."))
    }
  }

  @Test
  func `Ctrl-C ends with 130 and SIGTERM with 143 immediately, and leaves no listener and a terminal that echoes`()
    async throws
  {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let port = try unusedPort()
      let outcome = try await PseudoTerminal.running(Self.login(issuer, "--port", "\(port)")) { terminal in
        try await terminal.wait(for: "paste the address (")
        #expect(!terminal.echoes)
        try terminal.interrupt()
        try await terminal.wait(for: "cancelled")
      }
      #expect(outcome.status == 130 && outcome.echoes)
      // The same port again, because nothing listens there now.
      let again = try await CommandTests.pixy(Self.login(issuer, "--port", "\(port)", "--timeout", "1"))
      #expect(again.status == 7)
      #expect(again.errors.contains("register exactly http://127.0.0.1:\(port)/callback"))
      let ended = try await PseudoTerminal.running(Self.login(issuer)) { terminal in
        try await terminal.wait(for: "paste the address (")
        try terminal.send(.terminate)
      }
      #expect(ended.status == 143 && ended.echoes)
    }
  }

  // As with nohup(1) and shells that start background jobs.
  @Test func `An ignored signal stays ignored`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let script = "trap '' INT; exec \"$@\""
      let outcome = try await PseudoTerminal.running(
        ["-c", script, "sh", Repository.pixy] + Self.login(issuer, "--timeout", "3"), of: "/bin/sh"
      ) { terminal in
        try await terminal.wait(for: "paste the address (")
        try terminal.interrupt()
        try await terminal.wait(for: "not finished in the browser")
      }
      #expect(outcome.status == 7 && outcome.echoes)
    }
  }

  @Test func `Ctrl-D ends the prompt, and the listener continues to wait`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(Self.login(issuer)) { terminal in
        try await terminal.wait(for: "paste the address (")
        try terminal.type("\u{4}")
        try await terminal.wait(for: "Waiting (")
        // This browser can reach the listener.
        _ = try await run(
          .path(FilePath(Self.browser)), arguments: [Self.address(terminal.shown)], output: .discarded,
          error: .discarded)
        try await terminal.wait(for: "Signed in.")
      }
      #expect(outcome.status == 0)
    }
  }

  @Test func `Without a browser the device grant is offered, and d with Enter chooses it`() async throws {
    try await withAuthorizationServer(make: Self.serverWithDevices, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(Self.login(issuer)) { terminal in
        try await terminal.wait(for: "type d and press Enter")
        try await terminal.wait(for: "paste the address (")
        try terminal.type("d\n")
        try await terminal.wait(for: "enter the code")
        try await terminal.wait(for: "Waiting, for at most")
        #expect(terminal.echoes)
        try terminal.interrupt()
        try await terminal.wait(for: "cancelled")
      }
      #expect(outcome.status == 130 && outcome.echoes)
      let unattended = try await CommandTests.pixy(Self.login(issuer, "--timeout", "1"))
      #expect(unattended.status == 7 && unattended.errors.contains("`pixy device`"))
      let opened = try await CommandTests.pixy(Self.login(issuer, "--timeout", "1", "--browser-command", "true"))
      #expect(opened.status == 7 && !opened.errors.contains("pixy device"))
      let particular = try await CommandTests.pixy(
        Self.login(issuer, "--timeout", "1", "--parameter", "ui_locales=de"))
      #expect(particular.status == 7 && !particular.errors.contains("pixy device"))
    }
  }

  private static func serverWithDevices(_ issuer: Issuer) throws -> AuthorizationServer {
    let scopes = try Scope(["profile"])
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes)
    configuration.features = [.deviceAuthorization]
    return AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "pixy", name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes,
          grants: [.authorizationCode, .refreshToken, .deviceCode])
      ]),
      users: InMemoryUserDirectory([]),
      pages: try MustachePages(), logger: CommandTests.silent)
  }

  @Test func `A terminal that can't rewrite its last line gets no remaining time and edits lines itself`() async throws
  {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(
        Self.login(issuer), environment: ["TERM": "dumb", "SSH_TTY": "/dev/pts/9"]
      ) { terminal in
        try await terminal.wait(for: "Waiting for the response")
        #expect(terminal.echoes)
        let callback = try await Self.callback(Self.address(terminal.shown), in: folder.path)
        try terminal.type(callback + "\n")
        try await terminal.wait(for: "Signed in.")
      }
      #expect(outcome.status == 0 && !outcome.shown.contains("\u{1B}") && !outcome.shown.contains("left)"))
    }
  }

  @Test func `Without a terminal nothing is read and no line is rewritten`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await CommandTests.pixy(
        Self.login(issuer, "--timeout", "1"), input: "http://127.0.0.1/callback?code=c&state=x\n")
      #expect(outcome.status == 7 && outcome.output.isEmpty)
      #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("Still waiting"))
    }
  }

  @Test func `The configured port is used, and its holder is named`() async throws {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let taken = try #require(issuer.text.split(separator: ":").last)
      let environment: [Environment.Key: String?] = [
        "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data",
      ]
      _ = try await CommandTests.pixy(["config", "set", "port", "\(taken)"], environment: environment)
      let outcome = try await CommandTests.pixy(Self.login(issuer), environment: environment)
      #expect(outcome.status == 1 && outcome.errors.contains("Port \(taken)"))
      #if os(Linux)
      // The server of this test is in this process.
      #expect(outcome.errors.contains("(process \(ProcessInfo.processInfo.processIdentifier))"), "\(outcome.errors)")
      #endif
    }
  }
}
