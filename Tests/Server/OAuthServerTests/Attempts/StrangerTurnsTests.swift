import Evidence
import Foundation
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

/// The turns of new browsers at new networks, at a name that strangers guess at without end.
@Suite struct StrangerTurnsTests {
  /// Turns of one name, whose clock moves when the test gives the next turn.
  private final class Turns: Sendable {
    let clock = ManualClock()
    let history = GuessHistory()
    let turns: StrangerTurns
    private let sleeper = Sleeper()
    private let entries = Mutex<[String: StrangerTurns.Entry]>([:])
    private let sent = Mutex(0)

    init() async {
      turns = StrangerTurns(clock: clock.wallClock) { [sleeper] in await sleeper.sleep($0) }
      await turns.begin(
        SignInAttemptKey(username: "ada", network: nil), until: clock.now + 86_400, next: clock.now + 15)
    }

    func entry(_ name: String) -> StrangerTurns.Entry? { entries.withLock { $0[name] } }
    var numberOfTurns: Int { entries.withLock { $0.values.count { $0 == .turn } } }

    /// Sends a sign-in, and returns once it waits or has its answer. Turned down and wrong ones are guesses.
    @discardableResult func join(_ name: String, at address: String) async throws -> Task<Void, Never> {
      let address = try #require(ClientAddress(address))
      sent.withLock { $0 += 1 }
      let origin = PasswordQueue.Origin(
        username: "ada", address: address, guesses: history.counts(of: address, at: clock.now))
      let (before, since) = (await turns.waitingCount, clock.now)
      let answered = entries.withLock { $0.count }
      let task = Task {
        let entry = await turns.enter(origin, since: since)
        history.add(address, at: clock.now)
        entries.withLock { $0[name] = entry }
      }
      while await turns.waitingCount == before, entries.withLock({ $0.count }) == answered { await Task.yield() }
      return task
    }

    /// Lets the time of the pause pass, and returns once the turn was given.
    func next() async {
      let (before, waiting) = (numberOfTurns, await turns.waitingCount)
      guard waiting > 0 else { return clock.advance(by: StrangerTurns.pause) }
      await sleeper.wake(moving: clock)
      while numberOfTurns == before { await Task.yield() }
      // Those who were refused have counted their guesses.
      while await turns.waitingCount + entries.withLock({ $0.count }) < sent.withLock({ $0 }) { await Task.yield() }
    }

    /// Ends the turns, and the task that gives them.
    func end() async {
      await turns.end(SignInAttemptKey(username: "ada", network: nil))
      await sleeper.finish(moving: clock)
    }
  }

  /// A sleeping task, which the test wakes.
  private actor Sleeper {
    private var sleeping: (Duration, CheckedContinuation<Void, Never>)?

    func sleep(_ duration: Duration) async { await withCheckedContinuation { sleeping = (duration, $0) } }

    func wake(moving clock: ManualClock) async {
      while sleeping == nil { await Task.yield() }
      finish(moving: clock)
    }

    func finish(moving clock: ManualClock) {
      guard let (duration, continuation) = sleeping else { return }
      sleeping = nil
      clock.advance(by: duration)
      continuation.resume()
    }
  }

  // Ten networks locked a name for an hour, again and again.
  @Test(.covers("attack: a user who is locked out by strangers"))
  func `Among strangers from networks without end, a new browser gets in within 30 seconds`() async throws {
    let test = await Turns()
    // 40 networks that weren't seen before want every turn, from 80 blocks.
    var stranger = 0
    func strangers() async throws {
      for _ in 0..<40 {
        stranger += 1
        try await test.join("s\(stranger)", at: "10.\(stranger % 80).\(stranger / 80 % 250).\(stranger / 20_000 + 1)")
      }
    }
    for _ in 0..<20 {
      try await strangers()
      await test.next()
    }
    for user in 0..<5 {
      try await strangers()
      let arrived = test.clock.now
      try await test.join("user\(user)", at: "192.\(user).2.1")
      while test.entry("user\(user)") == nil {
        try await strangers()
        await test.next()
      }
      #expect(test.entry("user\(user)") == .turn)
      #expect(test.clock.now.timeIntervalSince(arrived) <= 30)
    }
    // One turn in 15 seconds, whatever comes.
    let seconds = test.clock.now.timeIntervalSince(ManualClock().now)
    #expect(test.numberOfTurns <= Int(seconds / 15))
    #expect(await test.turns.waitingCount <= StrangerTurns.placesPerName)
    await test.end()
  }

  @Test func `A turn that can't come within 30 seconds isn't waited for`() async throws {
    let test = await Turns()
    for number in 1...3 { try await test.join("s\(number)", at: "10.\(number).0.1") }
    await test.next()
    #expect(await test.turns.waitingCount == 2)
    await test.next()
    #expect((1...3).map { test.entry("s\($0)") }.count { $0 == .turn } == 2)
    #expect((1...3).map { test.entry("s\($0)") }.count { $0 == .refused } == 1)
    #expect(await test.turns.waitingCount == 0)
  }

  @Test func `The end of the turns lets all in, and one who leaves has no place`() async throws {
    let test = await Turns()
    let first = try await test.join("a", at: "10.1.0.1")
    let second = try await test.join("b", at: "10.2.0.1")
    first.cancel()
    await first.value
    #expect(test.entry("a") == .refused)
    #expect(await test.turns.waitingCount == 1)
    await test.end()
    await second.value
    #expect(test.entry("b") == .open)
    let other = PasswordQueue.Origin(username: "grace", address: ClientAddress("10.1.0.1"))
    #expect(await test.turns.enter(other, since: test.clock.now) == .open)
  }

  @Test func `Wrong passwords are counted for a day by network and by block`() {
    let (history, clock) = (GuessHistory(), ManualClock())
    func counts(_ address: String) -> GuessHistory.Counts {
      history.counts(of: ClientAddress(address), at: clock.now)
    }
    for address in ["10.1.0.1", "10.1.0.1", "10.1.9.9", "2001:db8:1::1"] {
      history.add(ClientAddress(address), at: clock.now)
    }
    #expect(counts("10.1.0.1") == GuessHistory.Counts(block: 3, network: 2))
    #expect(counts("10.1.7.7") == GuessHistory.Counts(block: 3, network: 0))
    #expect(counts("2001:db8:1:9::2") == GuessHistory.Counts(block: 1, network: 1))
    #expect(counts("2001:db8:2::1") == GuessHistory.Counts(block: 1, network: 0))
    #expect(counts("10.2.0.1") == GuessHistory.Counts() && history.counts(of: nil, at: clock.now).block == 0)
    #expect(counts("10.2.0.1") < counts("2001:db8:2::1"))
    clock.advance(by: .seconds(86_400))
    #expect(counts("10.1.0.1") == GuessHistory.Counts())
  }
}
