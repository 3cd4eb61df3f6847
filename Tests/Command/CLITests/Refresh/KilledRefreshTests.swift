import Foundation
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthSessions
import OAuthTestSupport
import Subprocess
import Synchronization
import Testing
import TokenStorage

@testable import PixyCLI

/// Refreshes that are killed at random moments, at a server that rotates refresh tokens, revokes
/// everything if one is used twice, and allows no leeway. `PIXY_COMMAND_KILL_ROUNDS` sets the number of
/// kills.
@Suite(.serialized, .timeLimit(.minutes(60))) struct KilledRefreshTests {
  private static let rounds = ProcessInfo.processInfo.environment["PIXY_COMMAND_KILL_ROUNDS"].flatMap { Int($0) } ?? 12

  /// A user who is signed in, whose refreshes are killed.
  private struct Target {
    let issuer: String
    let home: Home
    let server: SlowServer
    let random: SeededRandomSource
    let client: OAuthClient
    /// The duration of an undisturbed refresh, or less on a busy machine.
    var duration = Duration.milliseconds(500)

    func signIn() async throws {
      let login = try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile"])
      try #require(login.status == 0, "\(login.errors)")
    }

    /// Waits for a random part of the duration of a refresh.
    func wait() async throws {
      let part = Double(random.bytes(4).reduce(0) { $0 << 8 | UInt64($1) }) / Double(UInt32.max)
      // The moment of a kill has to be random, so this test sleeps.
      try await ContinuousClock().sleep(for: duration * part, tolerance: .zero)
    }

    /// Waits until no refresh process runs. Then returns whether the server accepts the stored
    /// refresh token, and signs in again if it doesn't.
    func isStillSignedIn() async throws -> Bool {
      let folders = try UserFolders(
        app: "pixy-cli", environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"])
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      try await AccountLocks(folder: folders.locks).scoped("refresh").withLock(on: account) {}
      let tokens = try #require(try await store.tokens(for: account))
      do {
        // The library's session does the same as `pixy refresh`, without another two processes.
        let session = TokenSession(account: account, client: client, store: store)
        _ = try await session.accessToken(insteadOf: tokens.accessToken)
        return true
      } catch {
        #expect(error as? TokenSessionError != nil && ErrorCategory(of: error) == .signInNeeded, "\(error)")
        try await signIn()
        return false
      }
    }
  }

  /// Signs users in at servers that answer at once or after some time, and runs `body` for each of
  /// them at the same time.
  private func withTargets(_ body: @escaping @Sendable (Target, Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for lane in 0..<2 {
        group.addTask {
          let made = Kept<SlowServer>()
          try await withAuthorizationServer(
            make: { issuer in
              // A server elsewhere takes some time until its answer arrives.
              let server = SlowServer(try CommandTests.server(issuer), answersAfter: .milliseconds(lane * 40))
              made.value = server
              return server
            }, logger: CommandTests.silent
          ) { issuer in
            try await Home.with { home in
              let transport = AsyncHTTPClientTransport()
              var target = Target(
                issuer: issuer.text, home: home, server: try #require(made.value),
                random: SeededRandomSource(seed: UInt64(lane + 1)),
                client: OAuthClient(
                  id: "pixy", server: try await .discover(issuer, through: transport), transport: transport))
              try await target.signIn()
              for _ in 0..<3 {
                try await home.age()
                let start = ContinuousClock.now
                #expect(try await home.pixy(["token"]).status == 0)
                target.duration = min(target.duration, ContinuousClock.now - start)
              }
              try await body(target, lane)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // Other tools sign the user out when they are killed while they refresh.
  @Test func `Commands that are killed at any moment of a refresh sign no user out`() async throws {
    let outcome = Outcome()
    try await withTargets { target, lane in
      for round in 0..<(Self.rounds + lane) / 2 {
        let way = KilledPixy.Way.allCases[round % 3]
        try await target.home.age()
        let before = target.server.refreshes
        try await KilledPixy.run(["token"], in: target.home, by: way) { try await target.wait() }
        let isSignedIn = try await target.isStillSignedIn()
        // The check itself is one refresh.
        let hasAsked = target.server.refreshes - before == 2
        await outcome.add(way.rawValue, hasAsked: hasAsked, isSignedIn: isSignedIn)
        #expect(isSignedIn, "round \(round), kill of the \(way.rawValue)")
      }
    }
    print(await outcome.text("commands"))
    let (kills, asked, _) = await outcome.sum
    #expect(kills == Self.rounds)
    // The random moments covered both sides of the request.
    if Self.rounds >= 100 { #expect(asked > 0 && asked < kills) }
  }

  #if os(Linux)
  /// Nothing can prevent that a refresh token is lost if the refresh process itself is killed
  /// between the server's answer and the write. This test measures the share.
  @Test func `A refresh process that is killed leaves complete tokens, and the next command goes on or signs in`()
    async throws
  {
    let outcome = Outcome()
    try await withTargets { target, lane in
      var hits = 0
      while hits < (Self.rounds + lane) / 2 {
        try await target.home.age()
        let before = target.server.refreshes
        async let command = target.home.pixy(["token"])
        try await target.wait()
        let workers = try FoundWorker.all(in: target.home)
        for worker in workers { worker.kill() }
        let ended = try await command
        guard !workers.isEmpty else { continue }
        // The process may have ended by itself before it was killed.
        guard ended.status != 0 else { continue }
        hits += 1
        #expect(ended.status == 5 && ended.errors.contains("was killed"), "\(ended.errors)")
        let hasAsked = target.server.refreshes - before == 1
        let isSignedIn = try await target.isStillSignedIn()
        await outcome.add(
          lane == 0 ? "answer at once" : "answer after 40 ms", hasAsked: hasAsked, isSignedIn: isSignedIn)
        // Before the request nothing can be lost.
        #expect(hasAsked || isSignedIn)
      }
    }
    print(await outcome.text("refresh processes"))
  }
  #endif

  /// The numbers of kills, of kills after the request, and of users who are signed out.
  private actor Outcome {
    private var counts: [String: (kills: Int, asked: Int, signedOut: Int)] = [:]

    func add(_ name: String, hasAsked: Bool, isSignedIn: Bool) {
      var count = counts[name] ?? (0, 0, 0)
      count = (count.kills + 1, count.asked + (hasAsked ? 1 : 0), count.signedOut + (isSignedIn ? 0 : 1))
      counts[name] = count
    }

    var sum: (kills: Int, asked: Int, signedOut: Int) {
      counts.values.reduce((0, 0, 0)) { ($0.0 + $1.kills, $0.1 + $1.asked, $0.2 + $1.signedOut) }
    }

    func text(_ what: String) -> String {
      counts.sorted { $0.key < $1.key }.map { name, count in
        "kill -9 of \(what), \(name): \(count.kills), \(count.asked) of them after the request;"
          + " \(count.signedOut) users were signed out"
      }.joined(separator: "\n")
    }
  }
}

/// A server whose token endpoint answers refreshes after a while, as one that is far away.
private final class SlowServer: HTTPServing {
  private let server: any HTTPServing
  private let delay: Duration
  private let count = Counted()

  init(_ server: any HTTPServing, answersAfter delay: Duration) {
    self.server = server
    self.delay = delay
  }

  /// The number of refreshes so far.
  var refreshes: Int { count.value }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    let answer = await server.respond(to: request, body: body)
    guard String(decoding: body, as: UTF8.self).contains("grant_type=refresh_token") else { return answer }
    count.add()
    try? await ContinuousClock().sleep(for: delay)
    return answer
  }

  private final class Counted: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }
}
