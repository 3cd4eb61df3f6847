import Foundation
import JOSE
import OAuthCore
import Testing

@testable import PixyCLI

/// Secrets that a person pastes or types at a terminal.
@Suite(.timeLimit(.minutes(10))) struct SecretPromptTests {
  // termios(3): lines that the terminal edits end after 4,095 octets.
  @Test func `A long token is read whole, and isn't shown`() async throws {
    let token = try SigningKey.generate(.es256).sign(["sub": .string(String(repeating: "a", count: 5_000))]).reveal()
    #expect(token.utf8.count > 4_096)
    let outcome = try await PseudoTerminal.running(["decode", "--unverified"], keepsOutputApart: true) { terminal in
      try await terminal.wait(for: "Paste the token")
      #expect(!terminal.echoes)
      try terminal.type(token + "\n")
    }
    #expect(outcome.status == 0 && outcome.echoes && outcome.output.contains("This is a"), "\(outcome)")
    #expect(outcome.output.contains("aaaa") && !outcome.shown.contains("eyJ"))
  }

  @Test func `Others that read a token ask for it, and Ctrl-C leaves the terminal as it was`() async throws {
    for command in ["introspect", "revoke"] {
      let outcome = try await PseudoTerminal.running([command, "http://127.0.0.1:1", "--client-id", "x"]) { terminal in
        try await terminal.wait(for: "Paste the token")
        #expect(!terminal.echoes)
        try terminal.interrupt()
      }
      #expect(outcome.status == 2 && outcome.echoes, "\(outcome)")
    }
  }

  @Test func `A password ends with Return, and isn't shown`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await PseudoTerminal.running(
      ["serve", "user", "add", "ada", "--database", folder.database], keepsOutputApart: true
    ) { terminal in
      try await terminal.wait(for: "The password")
      #expect(!terminal.echoes)
      try terminal.type("lovelace\n")
    }
    #expect(outcome.status == 0 && outcome.output.hasPrefix("sub="), "\(outcome)")
    #expect(outcome.echoes && !outcome.shown.contains("lovelace"))
  }
}
