import Foundation
import OAuthCore
import Subprocess
import SystemPackage
import Testing

/// `pixy serve` and `pixy login`, two processes.
@Suite(.timeLimit(.minutes(5))) struct ServeTests {
  /// Starts `pixy serve`, gives what it says to `body`, ends it as a terminal does, and gives its exit status.
  private func serving(
    _ arguments: [String], input: String = "", _ body: @escaping @Sendable ([String: String]) async throws -> Void
  ) async throws -> TerminationStatus {
    let result = try await run(
      .path(FilePath(Repository.pixy)), arguments: Arguments(["serve", "--port", "0"] + arguments),
      input: .string(input), output: .discarded, error: .sequence
    ) { execution in
      var said: [String: String] = [:]
      for try await line in execution.standardError.strings() {
        let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if words.count == 2 { said[words[0]] = words[1] }
        if line.hasPrefix("Everything") {
          try await body(said)
          try execution.send(signal: .interrupt)
        }
      }
    }
    return result.terminationStatus
  }

  @Test func `pixy serve says what to try, and that works`() async throws {
    let browser = Repository.root.appending(path: "Tests/CLITests/played-browser").path()
    let status = try await serving(["--username", "ada", "--password-file", "-"], input: "lovelace\n") { said in
      let issuer = try #require(said["Issuer"])
      #expect(said["Try"] == "pixy login \(issuer) --client-id pixy --scope 'profile email'")
      #expect(said["Person"] == "ada, password as given")
      let login = try await CommandTests.pixy(
        ["login", issuer, "--client-id", "pixy", "--scope", "profile email", "--refresh"],
        environment: ["BROWSER": browser])
      #expect(login.status == 0)
      #expect(login.errors.contains("You are Demo Person (user-1)."))
    }
    #expect(status == .exited(0))
  }

  @Test func `Without a password one is made for this run and shown`() async throws {
    var passwords = Set<String>()
    for _ in 0..<2 {
      let (said, tell) = AsyncStream<[String: String]>.makeStream()
      let status = try await serving([]) { tell.yield($0) }
      #expect(status == .exited(0))
      tell.finish()
      for await said in said {
        let person = try #require(said["Person"])
        #expect(person.hasPrefix("demo, password ") && person.count == "demo, password ".count + 16)
        passwords.insert(person)
      }
    }
    #expect(passwords.count == 2)
  }

  @Test func `An address that others can reach needs an https issuer`() async throws {
    let outcome = try await CommandTests.pixy(["serve", "--host", "0.0.0.0", "--port", "0"])
    #expect(outcome.status == 1 && outcome.errors.contains("https"))
  }
}
