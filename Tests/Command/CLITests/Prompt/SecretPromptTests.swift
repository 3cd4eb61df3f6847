import Foundation
import JOSE
import OAuthCore
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import Testing

/// Secrets that users type at a terminal.
@Suite(.timeLimit(.minutes(60))) struct SecretPromptTests {
  @Test(arguments: [["add", "grace"], ["password", "ada"]])
  func `A password is asked for, read to Return and not shown`(_ command: [String]) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("serve.json", #"{"database": "pixy.db", "port": 0}"#)
    if command[0] == "password" {
      let added = try await CommandTests.pixy(["serve", "user", "add", "ada", "--config", file], input: "lovelace")
      try #require(added.status == 0, "\(added.errors)")
    }
    let user = ["serve", "user"] + command + ["--config", file]
    let outcome = try await PseudoTerminal.running(user) { terminal in
      try await terminal.wait(for: "The password, then Return (it isn't shown): ")
      #expect(!terminal.echoes)
      try terminal.type("hoppes\u{7F}r-1906\n")
    }
    #expect(outcome.status == 0 && outcome.echoes && !outcome.shown.contains("hopp"), "\(outcome.shown)")
    let short = try await PseudoTerminal.running(user) { terminal in
      try await terminal.wait(for: "The password, then Return")
      try terminal.type("short\n")
    }
    #expect(short.status == 1 && short.echoes && !short.shown.contains("short"), "\(short.shown)")
    let cancelled = try await PseudoTerminal.running(user) { terminal in
      try await terminal.wait(for: "The password, then Return")
      try terminal.interrupt()
      try await terminal.wait(for: "cancelled")
    }
    #expect(cancelled.status == 130 && cancelled.echoes)
  }

  // termios(3): lines in canonical mode end after 4,095 bytes.
  @Test func `A long token is read completely and isn't shown`() async throws {
    let token = try SigningKey.generate(.es256).sign(["sub": .string(String(repeating: "a", count: 5_000))]).reveal()
    #expect(token.utf8.count > 4_096)
    let outcome = try await PseudoTerminal.running(["decode", "--unverified"], keepsOutputApart: true) { terminal in
      try await terminal.wait(for: "The token, then Return")
      #expect(!terminal.echoes)
      try terminal.type(token + "\n")
    }
    #expect(outcome.status == 0 && outcome.echoes && outcome.output.contains("This is a"), "\(outcome)")
    #expect(outcome.output.contains("aaaa") && !outcome.shown.contains("eyJ"))
  }

  @Test func `The token to decode is asked for, and an empty one is rejected`() async throws {
    // {"alg":"none"}.{"sub":"ada"}.
    let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."
    let decoded = try await PseudoTerminal.running(["decode", "--unverified"]) { terminal in
      try await terminal.wait(for: "The token, then Return (it isn't shown): ")
      try terminal.type(token + "\n")
    }
    #expect(decoded.status == 0 && decoded.shown.contains("ada") && !decoded.shown.contains(token))
    let nothing = try await PseudoTerminal.running(["decode"]) { terminal in
      try await terminal.wait(for: "The token, then Return")
      try terminal.type("\u{4}")
    }
    #expect(nothing.status == 1 && nothing.shown.contains("Nothing was typed."))
  }

  @Test func `A client's secret is asked for, and so is the token to introspect or revoke`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let client = [issuer.text, "--client-id", "service", "--client-secret-file", "-"]
      let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
      let login = try await PseudoTerminal.running(
        ["login"] + client + ["--scope", "profile", "--browser-command", browser]
      ) { terminal in
        try await terminal.wait(for: "The client's secret, then Return")
        try terminal.type("secret-of-the-service\n")
        try await terminal.wait(for: "Signed in.")
      }
      #expect(login.status == 0 && !login.shown.contains("secret-of-the-service"), "\(login.shown)")
      for command in ["introspect", "revoke"] {
        let asked = try await PseudoTerminal.running([command] + client) { terminal in
          try await terminal.wait(for: "The token, then Return")
          try terminal.type("a-token-of-nobody\n")
          try await terminal.wait(for: "The client's secret, then Return")
          try terminal.type("secret-of-the-service\n")
        }
        #expect(asked.status == (command == "introspect" ? 1 : 0), "\(asked.shown)")
        #expect(!asked.shown.contains("of-nobody"))
      }
    }
  }

  @Test func `A passphrase is asked for if standard input is its source`() async throws {
    try await SignedInHome.with { signedIn in
      let environment = signedIn.home.environment.merging(["PIXY_PASSPHRASE_FILE": "-"]) { $1 }
      let moved = try await PseudoTerminal.running(["storage", "move", "file-passphrase"], environment: environment) {
        terminal in
        try await terminal.wait(for: "The passphrase, then Return")
        try terminal.type("correct horse battery staple\n")
        try await terminal.wait(for: "Moved 1 account.")
      }
      #expect(moved.status == 0 && !moved.shown.contains("horse"), "\(moved.shown)")
      let status = try await PseudoTerminal.running(["status"], environment: environment) { terminal in
        try await terminal.wait(for: "The passphrase, then Return")
        try terminal.type("correct horse battery staple\n")
        try await terminal.wait(for: "ada@127.0.0.1")
      }
      #expect(status.status == 0)
    }
  }

  @Test func `The callback URL can be typed at a terminal without a listener`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running([
        "login", issuer.text, "--client-id", "pixy", "--callback-from-stdin",
      ]) { terminal in
        try await terminal.wait(for: "on one line:")
        try terminal.type("http://127.0.0.1/callback?code=c&state=forged\n")
        try await terminal.wait(for: "pixy:")
        try terminal.type("\u{4}")
        try await terminal.wait(for: "Standard input ended")
      }
      #expect(outcome.status == 1)
    }
  }
}
