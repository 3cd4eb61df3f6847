import Evidence
import Foundation
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// Real processes, a real server on a port, real files, and SIGKILL.
@Suite(.covers("RFC 6749 §6"), .serialized) struct ProcessTests {
  /// The number of rounds. `Scripts/soak` sets a larger one.
  private static func rounds(_ variable: String, otherwise: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? otherwise
  }

  // In peers, two processes (app and extension, two terminals, parallel builds) refresh at once.
  @Test func `Twenty processes at expiry cause one refresh and no sign-out, a hundred times in a row`()
    async throws
  {
    try await SharedTokens.with(leeway: .zero) { shared in
      let processes = (0..<20).map { _ in shared.process("answer") }
      var last: String?
      for round in 1...Self.rounds("PIXY_PROCESS_ROUNDS", otherwise: 100) {
        try await shared.expire()
        for process in processes { process.write("go") }
        var given: Set<String> = []
        for process in processes { given.insert(await process.line() ?? "ended") }
        let token = try #require(given.first)
        #expect(given.count == 1 && token != last, "round \(round): \(given.filter { $0.hasPrefix("failed") })")
        #expect(shared.refreshes == round)
        #expect(try await shared.client.userInfo(Secret(token))["sub"] == "1")
        last = token
      }
      for process in processes { try await process.end() }
    }
  }

  @Test func `Twenty processes that start at expiry cause one refresh`() async throws {
    try await SharedTokens.with(leeway: .zero) { shared in
      for round in 1...3 {
        try await shared.expire()
        let processes = (0..<20).map { _ in
          let process = shared.process("answer")
          process.write("go")
          return process
        }
        var given: Set<String> = []
        for process in processes {
          given.insert(await process.line() ?? "ended")
          try await process.end()
        }
        #expect(given.count == 1 && given.allSatisfy { !$0.hasPrefix("failed") })
        #expect(shared.refreshes == round)
      }
    }
  }

  @Test func `A process that is killed while it refreshes leaves complete tokens, and releases its lock`()
    async throws
  {
    try await SharedTokens.with(leeway: .seconds(60)) { shared in
      let random = SeededRandomSource(seed: 9)
      for round in 1...Self.rounds("PIXY_KILL_ROUNDS", otherwise: 30) {
        let process = shared.process("churn")
        // The killed process's lock is free, and its tokens can be refreshed.
        let first = await process.line()
        #expect(first == "1", "round \(round)")
        // Kills the process at a random time within one or two refreshes.
        let bytes = random.bytes(2)
        let end = ContinuousClock.now + .microseconds((Int(bytes[0]) << 8 | Int(bytes[1])) / 4)
        while ContinuousClock.now < end {}
        try await process.kill()
        let stored = try await shared.store.tokens(for: shared.account)
        #expect(stored?.refreshToken != nil, "round \(round)")
        #expect(try await shared.store.accounts() == [shared.account])
      }
      try await shared.expire()
      let token = try await shared.session.accessToken()
      #expect(try await shared.client.userInfo(token)["sub"] == "1")
    }
  }
}
