import Subprocess
import Testing

/// The pseudo-terminal of the other tests, with a shell in it.
@Suite(.timeLimit(.minutes(60))) struct PseudoTerminalTests {
  private static let shell = "/bin/sh"

  @Test func `A program in it reads typed input, and all three streams are the terminal`() async throws {
    let script = "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && printf 'Name? ' && read name && echo \"Hello $name\"; exit 7"
    let outcome = try await PseudoTerminal.running(["-c", script], of: Self.shell) { terminal in
      try await terminal.wait(for: "Name? ")
      #expect(terminal.echoes)
      try terminal.type("Ada\n")
      try await terminal.wait(for: "Hello Ada")
    }
    #expect(outcome.status == 7 && outcome.echoes)
    #expect(outcome.shown == "Name? Ada\r\nHello Ada\r\n")
  }

  @Test func `Standard output can be kept apart`() async throws {
    let outcome = try await PseudoTerminal.running(
      ["-c", "echo result; echo words >&2; [ -t 1 ] || stty -echo"], of: Self.shell, keepsOutputApart: true
    ) { terminal in
      try await terminal.wait(for: "words")
    }
    #expect(outcome.status == 0 && outcome.output == "result\n" && outcome.shown == "words\r\n")
    #expect(!outcome.echoes)
  }

  @Test func `Ctrl-C interrupts, and signals arrive`() async throws {
    let script = "trap 'echo interrupted; exit 3' INT; trap 'echo asked to end; exit 4' TERM; echo ready; read line"
    let typed = try await PseudoTerminal.running(["-c", script], of: Self.shell) { terminal in
      try await terminal.wait(for: "ready")
      try terminal.interrupt()
      try await terminal.wait(for: "interrupted")
    }
    #expect(typed.status == 3)
    let sent = try await PseudoTerminal.running(["-c", script], of: Self.shell) { terminal in
      try await terminal.wait(for: "ready")
      try terminal.send(.terminate)
    }
    #expect(sent.status == 4 && sent.shown.contains("asked to end"))
  }
}
