import Subprocess
import Testing

@Suite(.timeLimit(.minutes(60))) struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `There is a script for each shell, and nothing is installed`(_ shell: String) async throws {
    let outcome = try await CommandTests.pixy(["completion", shell])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    for word in ["explain", "discover", "decode", "register", "trace-file"] { #expect(outcome.output.contains(word)) }
  }

  @Test func `Bash reads its script and completes a command`() async throws {
    let script = try await CommandTests.pixy(["completion", "bash"]).output
    let result = try await run(
      .name("bash"), arguments: ["-n"], input: .string(script), output: .string(limit: 10_000),
      error: .string(limit: 10_000))
    #expect(result.terminationStatus == .exited(0) && result.standardError.isEmpty)
  }

  @Test(arguments: [["completion"], ["completion", "tcsh"]])
  func `Another shell is wrong usage`(_ arguments: [String]) async throws {
    #expect(try await CommandTests.pixy(arguments).status == 64)
  }

  @Test func `pixy help explains a command`() async throws {
    let outcome = try await CommandTests.pixy(["help", "explain"])
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: pixy explain"))
  }
}
