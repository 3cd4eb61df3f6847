import Foundation
import OAuthCore
import Testing

@testable import OAuthServer

@Suite struct FetchPausesTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func address(_ number: Int) throws -> Endpoint { try Endpoint("https://app.example/\(number)") }

  @Test func `An address is left alone for ten seconds, and no other one`() throws {
    let pauses = FetchPauses()
    pauses.begin(try address(1), at: now)
    for (seconds, isPaused) in [(0.0, true), (9.9, true), (10, false), (-1, false)] {
      #expect(pauses.covers(try address(1), at: now + seconds) == isPaused)
      #expect(try !pauses.covers(address(2), at: now + seconds))
    }
  }

  @Test func `No more addresses are remembered than there is room for, the newest ones`() throws {
    let pauses = FetchPauses()
    let count = FetchPauses.capacity + 5
    for number in 0..<count { pauses.begin(try address(number), at: now + Double(number) / 1_000) }
    let moment = now + Double(count) / 1_000
    let covered = try (0..<count).filter { pauses.covers(try address($0), at: moment) }
    #expect(covered == Array(5..<count))
  }

  @Test func `No more are fetched at a time than may be, from one address and from all`() async throws {
    let pauses = FetchPauses()
    let (releases, released) = AsyncStream.makeStream(of: Void.self)
    let outcome = try await withThrowingTaskGroup(of: Bool.self) { group in
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      for number in 0..<FetchPauses.most.together {
        let address = try address(number / FetchPauses.most.ofOne)
        group.addTask {
          await pauses.fetching(address) {
            isReady.yield()
            for await _ in releases {}
          } != nil
        }
      }
      var waiting = ready.makeAsyncIterator()
      for _ in 0..<FetchPauses.most.together { _ = await waiting.next() }
      let full = await pauses.fetching(try address(1_000)) { true }
      released.finish()
      return try await group.reduce(full == nil) { $0 && $1 }
    }
    #expect(outcome)
    #expect(await pauses.fetching(try address(1_000)) { true } == true)
  }

  @Test func `From one address no more than four are fetched at a time, and others aren't kept from it`() async throws {
    let pauses = FetchPauses()
    let (one, other) = (try address(1), try address(2))
    func nested(_ depth: Int) async -> Int {
      await pauses.fetching(one) { await nested(depth + 1) } ?? depth
    }
    #expect(await nested(0) == FetchPauses.most.ofOne)
    #expect(await pauses.fetching(one) { await pauses.fetching(other) { true } } == true)
  }

  @Test func `What fails isn't being fetched any more`() async throws {
    let pauses = FetchPauses()
    for _ in 0..<(FetchPauses.most.together + 1) {
      await #expect(throws: CancellationError.self) {
        try await pauses.fetching(try address(1)) { throw CancellationError() }
      }
    }
  }
}
