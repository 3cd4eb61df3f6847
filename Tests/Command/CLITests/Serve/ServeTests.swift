import Evidence
import Foundation
import OAuthCore
import Subprocess
import SystemPackage
import Testing

/// `pixy serve` and `pixy login` as two processes.
@Suite(.timeLimit(.minutes(60))) struct ServeTests {
  @Test func `pixy serve shows a command to try, and it works`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let (status, _) = try await ServedPixy.running(
      ["--port", "0", "--username", "ada", "--password-file", "-"], input: "lovelace\n"
    ) { said in
      let issuer = try said.issuer
      #expect(said["Try"] == "pixy login \(issuer) --client-id pixy --scope 'profile email'")
      #expect(said["User"] == "ada, password from --password-file")
      let login = try await CommandTests.pixy(
        ["login", issuer, "--client-id", "pixy", "--scope", "profile email", "--refresh"],
        environment: ["BROWSER": browser])
      #expect(login.status == 0)
      #expect(login.errors.contains("You are Demo Person (user-1)."))
    }
    #expect(status == .exited(0))
  }

  @Test func `Without --password-file, a password is generated and shown`() async throws {
    var passwords = Set<String>()
    for _ in 0..<2 {
      let (status, said) = try await ServedPixy.running(["--port", "0"]) { _ in }
      #expect(status == .exited(0))
      let person = try #require(said["User"])
      #expect(person.hasPrefix("demo, password ") && person.count == "demo, password ".count + 16)
      passwords.insert(person)
    }
    #expect(passwords.count == 2)
  }

  @Test func `The command to try requests scopes of the server, and works`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    for (scopes, asked) in [("openid read", "'openid read'"), ("read", "read"), ("openid email", "email")] {
      let (status, said) = try await ServedPixy.running(
        ["--port", "0", "--scopes", scopes, "--username", "ada", "--password-file", "-"], input: "lovelace\n"
      ) { said in
        let issuer = try said.issuer
        #expect(said["Try"] == "pixy login \(issuer) --client-id pixy --scope \(asked)")
        let words = asked.filter { $0 != "'" }
        let login = try await CommandTests.pixy(
          ["login", issuer, "--client-id", "pixy", "--scope", words], environment: ["BROWSER": browser])
        #expect(login.status == 0, "\(login.errors)")
      }
      #expect(status == .exited(0), "\(said.lines)")
    }
  }

  @Test func `The command to try works with any client ID`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let client = "--client-id=-an app"
    let (status, _) = try await ServedPixy.running(
      ["--port", "0", client, "--username", "ada", "--password-file", "-"], input: "lovelace\n"
    ) { said in
      let issuer = try said.issuer
      #expect(said["Try"] == "pixy login \(issuer) '\(client)' --scope 'profile email'")
      let login = try await CommandTests.pixy(
        ["login", issuer, client, "--scope", "profile email"], environment: ["BROWSER": browser])
      #expect(login.status == 0, "\(login.errors)")
    }
    #expect(status == .exited(0))
  }

  @Test(arguments: [[], ["--as", "github"]])
  func `With JSON records, nothing else is written, and no password is generated`(_ more: [String]) async throws {
    let without = try await CommandTests.pixy(["serve", "--port", "0", "--log-format", "json"] + more)
    #expect(without.status == 1 && without.errors.contains("--password-file"), "\(without.errors)")
    let (status, said) = try await ServedPixy.running(
      ["--port", "0", "--log-format", "json", "--password-file", "-"] + more, input: "lovelace\n"
    ) { _ in }
    #expect(status == .exited(0), "\(said.lines)")
    for line in said.lines {
      let members = try JSONValue(bytes: Array(line.utf8)).object
      #expect(members?["level"] != nil && members?["message"] != nil && !line.contains("lovelace"), "\(line)")
    }
    let listens = try #require(said.lines.first { $0.contains("The server listens") })
    #expect(listens.contains(#""issuer":"http://127.0.0.1:"#))
  }

  @Test(
    .covers(
      "MCP: All endpoints are https", "question: Is HTTPS required at the API endpoint",
      "question: Is HTTPS required at the authorization endpoint",
      "question: Is HTTPS required at the device authorization endpoint",
      "question: Is HTTPS required at the authorization PAR endpoint", "question: Is the revocation endpoint secure",
      "question: Is HTTPS required at the token endpoint")) func `An address beyond loopback needs an https issuer`()
    async throws
  {
    for issuer in [[], ["--issuer", "http://127.0.0.1:9413"]] {
      let outcome = try await CommandTests.pixy(["serve", "--host", "0.0.0.0", "--port", "0"] + issuer)
      #expect(outcome.status == 1 && outcome.errors.contains("https"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ["--tls-certificate", "a.pem", "--tls-key", "b.pem"], ["--state-port", "8415"], ["--database", "a.db"],
    ["--open-registration"], ["--set", "scopes=openid"],
  ])
  func `A look-alike rejects unsupported settings, above all https`(
    _ arguments: [String]
  ) async throws {
    let outcome = try await CommandTests.pixy(["serve", "--as", "google", "--port", "0"] + arguments)
    #expect(outcome.status == 1 && outcome.errors.contains("can't be combined with --as"), "\(outcome.errors)")
  }
}
