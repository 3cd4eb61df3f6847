import Foundation
import HTTPTypes
import OAuthCore
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import SystemPackage
import TestSurroundings
import Testing
import TokenStorage

@testable import PixyAuth

/// Refreshes at a server that rotates refresh tokens, revokes everything if one is used twice, and
/// allows no leeway.
@Suite(.timeLimit(.minutes(60))) struct RefreshProcessTests {
  private static let login = ["--client-id", "pixy", "--scope", "profile"]

  /// A server whose answers of the token endpoint are held, and a user whose access token has
  /// expired.
  private func withExpired(
    _ body: (_ server: WatchedServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      _ = server.paths
      try await body(server, issuer, home)
    }
  }

  // Other tools sign the user out when they are killed while they refresh.
  @Test(
    arguments: KilledPixy.Way.allCases,
    [
      ["token"], ["refresh"], ["env"], ["whoami"], ["curl-config"], ["run", "--", "true"],
      ["request", "GET", "USERINFO"],
    ])
  func `Killing a command while the server's answer is on its way signs no user out`(
    _ way: KilledPixy.Way, _ command: [String]
  ) async throws {
    try await withExpired { server, issuer, home in
      let gate = server.hold("/token")
      try await KilledPixy.run(command.map { $0 == "USERINFO" ? issuer + "/userinfo" : $0 }, in: home, by: way) {
        // The server has spent the refresh token.
        await gate.arrived()
      }
      gate.open()
      #expect(server.paths == ["/token"])
      // It waits for the refresh of the killed command.
      let token = try await home.pixy(["token"])
      #expect(token.status == 0 && token.output.count == 41 && server.paths.isEmpty, "\(token.errors)")
      #expect(try await home.pixy(["refresh"]).status == 0)
    }
  }

  @Test func `Twenty commands at once cause one refresh and get the same token`() async throws {
    try await withExpired { server, _, home in
      let outcomes = try await withThrowingTaskGroup(of: CommandTests.Outcome.self) { group in
        for _ in 0..<20 { group.addTask { try await home.pixy(beside: ["token"]) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(outcomes.map(\.output)).count == 1 && outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
      #expect(server.paths == ["/token"])
    }
  }

  @Test func `A failure from a time when the clock was ahead keeps no command from refreshing`() async throws {
    try await withExpired { _, _, home in
      let account = try #require(try await home.store().accounts().first)
      let failure = RefreshFailure(
        HTTPTransportError(.connectionFailed, origin: "https://as.example"), at: Date().addingTimeInterval(7_200))
      try await AccountLocks(folder: home.path + "/data/pixy/pixy-cli/locks").scoped("refresh")
        .withLockedFile(on: account) { RefreshLock($0).end(with: failure) }
      let outcome = try await home.pixy(["token"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test func `Paths in the environment are relative to the command's folder in a refresh too`() async throws {
    try await withExpired { _, _, home in
      try TestCertificates.authority.write(toFile: home.path + "/ca.pem", atomically: true, encoding: .utf8)
      let outcome = try await Tools.run(
        Repository.pixy, ["token"], environment: home.environment.merging(["SSL_CERT_FILE": "ca.pem"]) { $1 },
        in: home.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  #if os(Linux)
  @Test func `The refresh process has a session of its own, and no terminal, file or secret of its parent`()
    async throws
  {
    try await withExpired { server, _, home in
      let gate = server.hold("/token")
      let script = #"cd "$HOME"; exec 7</etc/hostname; exec "$0" token"#
      async let outcome = Tools.run("sh", ["-c", script, Repository.pixy], environment: home.environment)
      await gate.arrived()
      let worker = try #require(FoundWorker.all(in: home).first)
      let (status, files) = (try worker.status, try worker.files)
      #expect(try worker.session == worker.identifier)
      #expect(status["Umask"] == "0077")
      #expect(status["SigBlk"] == "0000000000000000")
      // HUP, INT, QUIT, PIPE, TERM, TSTP, TTIN and TTOU.
      #expect(status["SigIgn"].flatMap { UInt64($0, radix: 16) }.map { $0 & 0x38_5007 } == 0x38_5007)
      #expect(files[0]?.hasPrefix("pipe:") == true && files[1]?.hasPrefix("pipe:") == true)
      #expect(files[2] == "/dev/null" && files[3]?.hasSuffix(".lock") == true)
      #expect(!files.values.contains("/etc/hostname"))
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let tokens = try #require(try await store.tokens(for: account))
      #expect(try worker.arguments == ["pixy", RefreshOrder.argument])
      for secret in [tokens.accessToken, tokens.refreshToken].compactMap({ $0?.reveal() }) {
        #expect(!(try worker.environment.contains(secret)))
      }
      gate.open()
      #expect(try await outcome.status == 0)
    }
  }

  @Test func `A stopped command doesn't keep others from the tokens`() async throws {
    try await withExpired { server, _, home in
      let gate = server.hold("/token")
      let (stopped, goesOn) = (Gate(), Gate())
      async let first = Subprocess.run(
        .path(FilePath(Repository.pixy)), arguments: ["token"], environment: .inherit.updating(home.environment),
        input: .none, output: .string(limit: 100), error: .discarded
      ) { execution in
        await gate.arrived()
        try execution.send(signal: .suspend)
        stopped.open()
        try await goesOn.pass()
        try execution.send(signal: .resume)
      }
      try await stopped.pass()
      gate.open()
      let second = try await home.pixy(["token"])
      #expect(second.status == 0, "\(second.errors)")
      goesOn.open()
      #expect(try await first.terminationStatus == .exited(0))
    }
  }

  @Test func `If the refresh process is killed, the command says so and other commands go on`() async throws {
    try await withExpired { server, _, home in
      let gate = server.hold("/token")
      async let outcome = home.pixy(beside: ["token"])
      await gate.arrived()
      try #require(FoundWorker.all(in: home).first).kill()
      let ended = try await outcome
      #expect(ended.status == 5 && ended.output.isEmpty && ended.errors.contains("was killed"), "\(ended)")
      gate.open()
      // The server has spent the stored refresh token: no client could go on.
      #expect(try await home.pixy(["token"]).status == 4)
    }
  }
  #endif

  @Test func `A sign-out waits for a refresh whose command was killed, and revokes the new tokens`() async throws {
    try await withExpired { server, _, home in
      let gate = server.hold("/token")
      try await KilledPixy.run(["token"], in: home, by: .process) { await gate.arrived() }
      async let logout = home.pixy(beside: ["logout"])
      gate.open()
      let outcome = try await logout
      #expect(outcome.status == 0 && outcome.errors.contains("revoked at the server"), "\(outcome)")
      #expect(try await home.store().accounts().isEmpty)
      #expect(server.paths.filter { $0 == "/revoke" }.count == 2)
      #expect(try await home.pixy(["token"]).status == 4)
    }
  }

  @Test func `A trace and the log have the refresh of the other process`() async throws {
    try await withExpired { _, issuer, home in
      let file = home.path + "/trace.json"
      let outcome = try await home.pixy(["token", "--trace", "--trace-file", file, "--verbose"])
      #expect(outcome.status == 0 && outcome.errors.contains("POST \(issuer)/token"), "\(outcome.errors)")
      #expect(outcome.errors.contains("refresh_token  ") && outcome.errors.contains("debug: tokens refreshed"))
      let saved = try String(contentsOfFile: file, encoding: .utf8)
      #expect(saved.contains("\(issuer)/token"))
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let tokens = try #require(try await store.tokens(for: account))
      for secret in [tokens.accessToken, tokens.refreshToken].compactMap({ $0?.reveal() }) {
        #expect(!outcome.errors.contains(secret) && !saved.contains(secret))
      }
    }
  }

  @Test func `A passphrase is read once for a command and its refresh`() async throws {
    try await WatchedServer.with { _, issuer, home in
      let count = home.path + "/count"
      let secret: [Environment.Key: String?] = [
        "PIXY_PASSPHRASE_FILE": "command:echo one >>'\(count)'; echo correct horse"
      ]
      #expect(try await home.pixy(["login", issuer] + Self.login, secret).status == 0)
      let first = try await home.pixy(["token"], secret).output
      try FileManager.default.removeItem(atPath: count)
      let outcome = try await home.pixy(["refresh", "--token"], secret)
      #expect(outcome.status == 0 && outcome.output != first, "\(outcome.errors)")
      #expect(try String(contentsOfFile: count, encoding: .utf8) == "one\n")
    }
  }
}
