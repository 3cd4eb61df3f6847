import Foundation
import OAuthCore
import PixyTerminal
import Subprocess
import Testing

@testable import PixyCLI

/// Output that can't be written, for which the exit status must not be 0.
@Suite(.timeLimit(.minutes(60))) struct ConsoleTests {
  private static func shell(_ script: String, _ program: String = Repository.pixy) async throws -> CommandTests.Outcome
  {
    try await Tools.run("sh", ["-c", script, program], environment: Home.shared.environment)
  }

  #if os(Linux)
  // Other tools exit with 0 although they failed.
  @Test func `An output that can't be written is a failure`() async throws {
    let full = try await Self.shell("exec \"$0\" pkce >/dev/full")
    #expect(full.status == 1 && full.errors.contains("Standard output could not be written"), "\(full)")
  }
  #endif

  // A user has the installed files only, and not at these paths.
  @Test func `No message cites a file of the repository`() throws {
    for path in try Repository.files(in: "Sources") where path.hasSuffix(".swift") {
      let code = try Repository.text(path).split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      for line in code { #expect(!line.contains("Documentation/"), "\(path): \(line)") }
    }
  }

  @Test func `A reader that closed the pipe is no failure`() async throws {
    let outcome = try await Self.shell("\"$0\" completion bash | head -c 1 >/dev/null; echo done")
    #expect(outcome.output == "done\n" && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `A closed output is a failure, and no other file takes its descriptor`() async throws {
    let closed = try await Self.shell("exec \"$0\" pkce >&-")
    #expect(closed.status == 1 && closed.errors.contains("Standard output could not be written"), "\(closed)")
    let silent = try await Self.shell("exec \"$0\" pkce 2>&-")
    #expect(silent.status == 0 && silent.output.contains("code_verifier="))
    let deaf = try await Self.shell("exec \"$0\" decode <&-")
    #expect(deaf.status == 1 && deaf.errors.contains("could not be read"), "\(deaf)")
  }

  @Test func `With a closed output the token goes nowhere else, whether refreshed or stored`() async throws {
    try await SignedInHome.with { signedIn in
      for ages in [false, true] {
        if ages { try await signedIn.home.age() }
        let outcome = try await Tools.run(
          "sh", ["-c", "exec \"$0\" token >&-", Repository.pixy], environment: signedIn.home.environment)
        #expect(outcome.status == 1 && outcome.errors.contains("Standard output could not be written"), "\(outcome)")
      }
    }
  }

  @Test func `Characters that are not safe to show are escaped in JSON, whose value stays the same`() throws {
    let value: JSONValue = ["na\u{9B}me": "a\u{9B}31m\u{202E}\u{2028}\u{E0001}\u{EFF}ü\n"]
    #expect(value.shownText == #"{"na\u009bme":"a\u009b31m\u202e\u2028\udb40\udc01\u0effü\n"}"#)
    #expect(try JSONValue(bytes: Array(value.shownText.utf8)) == value)
  }
}
