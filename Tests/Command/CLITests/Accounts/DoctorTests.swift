import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import Subprocess
import SystemPackage
import Testing
import TokenStorage

@testable import PixyConnection

/// `pixy doctor` and `pixy storage`.
@Suite(.timeLimit(.minutes(60))) struct DoctorTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  @Test func `Before the first sign-in nothing is wrong and nothing is created`() async throws {
    try await Home.with { home in
      let outcome = try await CommandTests.pixy(["doctor"], environment: home.environment)
      #expect(outcome.status == 0 && outcome.output.contains("No account is signed in."))
      #expect(outcome.output.contains("secret-service"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
  }

  @Test func `A home folder that can't be written is a problem before the first sign-in, and the last line counts it`()
    async throws
  {
    try await Home.with { home in
      // Even root creates no file there.
      var environment = home.environment
      for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        environment[Environment.Key(stringLiteral: name)] = "/proc/self/fdinfo"
      }
      let outcome = try await CommandTests.pixy(["doctor"], environment: environment)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.output.contains("PROBLEM  folder: Nothing can be written to /proc/self/fdinfo"), "\(outcome)")
      #expect(outcome.output.hasSuffix("\nSummary: 1 problem, 3 notices.\n"), "\(outcome)")
    }
  }

  @Test func `An unreachable server and an account without a refresh token are problems`() async throws {
    try await Home.with { home in
      let environment = home.environment.merging(["BROWSER": Self.browser]) { $1 }
      try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
        let login = try await CommandTests.pixy(
          ["login", issuer.text, "--client-id", "pixy", "--scope", "profile"], environment: environment)
        #expect(login.status == 0)
        let fine = try await CommandTests.pixy(["doctor", "--json"], environment: environment)
        #expect(fine.status == 0, "\(fine.output)")
        let members = try #require(try JSONValue(bytes: Array(fine.output.utf8)).object)
        let findings = try #require(members["findings"]?.array).compactMap(\.object)
        #expect(findings.contains { $0["text"]?.string?.contains("the clocks agree") == true })
        #expect(findings.contains { $0["text"]?.string?.contains("has a valid access token") == true })
      }
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      var tokens = try #require(try await store.tokens(for: account))
      tokens.refreshToken = nil
      try await store.save(tokens, for: account)
      try await home.age()
      let outcome = try await CommandTests.pixy(["doctor"], environment: environment)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("PROBLEM  account") && outcome.output.contains("Sign in: pixy login"))
      #expect(outcome.output.contains("PROBLEM  server 127.0.0.1"))
    }
  }

  @Test func `A server is checked before the first sign-in, with the proxy that leads to it`() async throws {
    try await Home.with { home in
      try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
        let fine = try await CommandTests.pixy(
          ["doctor", issuer.text],
          environment: home.environment.merging([
            "HTTPS_PROXY": "http://ada:lovelace@proxy.example:3128", "NO_PROXY": "intranet.example",
          ]) { $1 })
        #expect(fine.status == 0, "\(fine.errors)")
        #expect(
          fine.output.contains("proxy: Requests go through the proxy proxy.example:3128, except intranet.example"))
        #expect(fine.output.contains("the clocks agree") && fine.output.contains("Its metadata are valid."))
        #expect(!fine.output.contains("lovelace"))
        let other = try await CommandTests.pixy(["doctor", issuer.text + "/other"], environment: home.environment)
        #expect(other.status == 1 && other.output.contains("PROBLEM  server \(issuer.text)/other"), "\(other.output)")
      }
      let unreachable = try await CommandTests.pixy(["doctor", "http://127.0.0.1:1"], environment: home.environment)
      #expect(unreachable.status == 1 && unreachable.output.contains("Could not connect to http://127.0.0.1:1"))
    }
  }

  @Test(arguments: [
    ("SSL_CERT_FILE", "/nowhere/authorities.pem", "SSL_CERT_FILE names /nowhere/authorities.pem"),
    ("HTTPS_PROXY", "socks5://ada:lovelace@proxy.example", "begins with a scheme other than http://"),
  ])
  func `A setting of the connection that can't be used is named`(
    _ variable: String, _ value: String, _ text: String
  ) async throws {
    try await Home.with { home in
      let environment = home.environment.merging([.init(stringLiteral: variable): value]) { $1 }
      let outcome = try await CommandTests.pixy(["discover", "https://as.example"], environment: environment)
      #expect(outcome.status == 1 && outcome.errors.contains(text), "\(outcome.errors)")
      #expect(!outcome.errors.contains("lovelace"))
    }
  }

  @Test func `A disk that takes no more bytes is a problem, and so is one that can't be read`() async throws {
    try await WatchedServer.with { _, issuer, home in
      #expect(try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile"]).status == 0)
      // The limit of a file's size ends a write as a full disk does.
      let limited = try await run(
        .path("/bin/sh"), arguments: ["-c", "trap '' XFSZ; ulimit -f 8; exec '\(Repository.pixy)' doctor"],
        environment: .inherit.updating(home.environment), output: .string(limit: 100_000), error: .discarded)
      #expect(limited.standardOutput.contains("PROBLEM  folder: Nothing can be written to"))
      #expect(limited.terminationStatus == .exited(1))
    }
  }

  @Test func `An unreadable passphrase file and another version's account are reported`()
    async throws
  {
    try await WatchedServer.with { _, issuer, home in
      #expect(try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile"]).status == 0)
      let unreadable = try await home.pixy(["doctor"], ["PIXY_PASSPHRASE_FILE": "/nowhere/passphrase"])
      #expect(!unreadable.output.contains("ValidationError") && unreadable.output.contains("/nowhere/passphrase"))
      #expect(unreadable.output.contains("PIXY_PASSPHRASE_FILE"))
      try await home.changeRecord { $0["version"] = 2 }
      let doctor = try await home.pixy(["doctor"])
      #expect(doctor.output.contains("saved by another version"), "\(doctor.output)")
      #expect(try await home.pixy(["status"]).errors.contains("saved by another version"))
    }
  }

  @Test func `A server with a long front page counts as answering`() async throws {
    try await WatchedServer.with(make: { LongFrontPage(try CommandTests.server($0)) }) { _, issuer, home in
      #expect(try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile"]).status == 0)
      let doctor = try await home.pixy(["doctor"])
      #expect(doctor.status == 0 && doctor.output.contains("The server answers"), "\(doctor.output)")
    }
  }

  // Other clients have clock skew fixed in code.
  @Test(.covers("RFC 9110 §6.6.1")) func `A clock's error is measured within the transit time and whole seconds`()
    throws
  {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    // 1,800,000,000 is Fri, 15 Jan 2027 08:00:00 GMT.
    let right = try #require(
      ServerClock(date: "Fri, 15 Jan 2027 08:00:00 GMT", sent: now, received: now.addingTimeInterval(1)))
    #expect(!right.isWrong && right.text == "the clocks agree")
    let ahead = try #require(
      ServerClock(date: "Fri, 15 Jan 2027 07:50:00 GMT", sent: now, received: now.addingTimeInterval(1)))
    #expect(ahead.isWrong && ahead.text == "this machine's clock is 10 minutes ahead of the server's")
    let behind = try #require(ServerClock(date: "Fri, 15 Jan 2027 09:00:00 GMT", sent: now, received: now))
    #expect(behind.isWrong && behind.text.contains("behind the server's"))
    // A slow answer is imprecise: half a minute of it may be transit time.
    let slow = try #require(
      ServerClock(date: "Fri, 15 Jan 2027 08:00:50 GMT", sent: now, received: now.addingTimeInterval(60)))
    #expect(!slow.isWrong)
    #expect(ServerClock(date: nil, sent: now, received: now) == nil)
    #expect(ServerClock(date: "yesterday", sent: now, received: now) == nil)
  }

  @Test func `Tokens move to a store with a passphrase, and a wrong passphrase differs from none`() async throws {
    try await Home.with { home in
      let environment = home.environment.merging(["BROWSER": Self.browser]) { $1 }
      let folder = try TemporaryFolder()
      let passphrase = try folder.file("passphrase", "correct horse battery staple\n")
      try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
        let login = try await CommandTests.pixy(
          ["login", issuer.text, "--client-id", "pixy", "--scope", "profile", "--token"], environment: environment)
        let sealed = environment.merging(["PIXY_PASSPHRASE_FILE": passphrase]) { $1 }
        let moved = try await CommandTests.pixy(["storage", "move", "file-passphrase"], environment: sealed)
        #expect(moved.status == 0 && moved.errors.contains("Moved 1 account."), "\(moved.errors)")
        #expect(try await CommandTests.pixy(["token"], environment: sealed).output == login.output)
        let shown = try await CommandTests.pixy(["storage"], environment: sealed)
        #expect(shown.status == 0 && shown.output.contains("* file-passphrase"))
        let wrong = environment.merging(["PIXY_PASSPHRASE_FILE": try folder.file("wrong", "another")]) { $1 }
        let refused = try await CommandTests.pixy(["token"], environment: wrong)
        #expect(refused.status == 1 && refused.errors.contains("passphrase"))
        let without = try await CommandTests.pixy(["token"], environment: environment)
        #expect(without.status == 1 && without.output.isEmpty)
        let doctor = try await CommandTests.pixy(["doctor"], environment: environment)
        #expect(doctor.status == 1 && doctor.output.contains("Set PIXY_PASSPHRASE_FILE"), "\(doctor.output)")
        #expect(try await CommandTests.pixy(["storage", "move", "elsewhere"], environment: sealed).status == 1)
      }
    }
  }
}

/// A server with a front page longer than the limit.
private struct LongFrontPage: HTTPServing {
  let server: AuthorizationServer

  init(_ server: AuthorizationServer) {
    self.server = server
  }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    guard request.path == "/" else { return await server.respond(to: request, body: body) }
    return HTTPAnswer(HTTPResponse(status: .ok), body: [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20))
  }
}
