import Evidence
import Foundation
import OAuthCore
import Testing

@testable import OAuthServer

@Suite(.covers("RFC 9101 §4, server")) struct FetchBackoffTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func address(_ number: Int) throws -> Endpoint { try Endpoint("https://app.example/\(number)") }

  @Test func `A failed address isn't fetched for ten seconds, and other addresses are`() throws {
    let pauses = FetchBackoff()
    pauses.begin(try address(1), for: nil, at: now)
    for (seconds, isPaused) in [(0.0, true), (9.9, true), (10, false), (-1, false)] {
      for client in ["a", "b"] {
        #expect(pauses.covers(try address(1), for: client, at: now + seconds) == isPaused)
        #expect(try !pauses.covers(address(2), for: client, at: now + seconds))
      }
    }
  }

  @Test func `An invalid request object pauses its address for that client only`() throws {
    let pauses = FetchBackoff()
    pauses.begin(try address(1), for: "a", at: now)
    for (seconds, isPaused) in [(0.0, true), (9.9, true), (10, false), (-1, false)] {
      #expect(pauses.covers(try address(1), for: "a", at: now + seconds) == isPaused)
      #expect(try !pauses.covers(address(1), for: "b", at: now + seconds))
      #expect(try !pauses.covers(address(2), for: "a", at: now + seconds))
    }
  }

  @Test func `A bounded number of addresses is remembered, the newest ones`() throws {
    let pauses = FetchBackoff()
    let count = FetchBackoff.capacity + 5
    for number in 0..<count { pauses.begin(try address(number), for: nil, at: now + Double(number) / 1_000) }
    let moment = now + Double(count) / 1_000
    let covered = try (0..<count).filter { pauses.covers(try address($0), for: "a", at: moment) }
    #expect(covered == Array(5..<count))
  }

  @Test func `All clients together have a limited number of simultaneous fetches`() async throws {
    let pauses = FetchBackoff()
    func nested(_ depth: Int) async throws -> Int {
      let client = String(depth / FetchBackoff.most.forOne)
      return try await pauses.fetching(try address(depth), for: client) { try await nested(depth + 1) } ?? depth
    }
    for _ in 0..<2 { #expect(try await nested(0) == FetchBackoff.most.together) }
  }

  @Test func `One address has sixteen simultaneous fetches, and others have their own`() async throws {
    let pauses = FetchBackoff()
    let one = try address(1)
    let other = try address(2)
    func nested(_ depth: Int) async -> Int {
      await pauses.fetching(one, for: String(depth)) { await nested(depth + 1) } ?? depth
    }
    #expect(await nested(0) == FetchBackoff.most.fromOne)
    func fetchingAll(_ depth: Int) async -> Bool? {
      guard depth < FetchBackoff.most.fromOne else { return await pauses.fetching(other, for: "a") { true } }
      return await pauses.fetching(one, for: String(depth)) { await fetchingAll(depth + 1) } ?? nil
    }
    #expect(await fetchingAll(0) == true)
  }

  @Test func `One client has four simultaneous fetches, at any addresses, and others have their own`() async throws {
    let pauses = FetchBackoff()
    func nested(_ depth: Int) async throws -> (refused: Int, isOtherFetched: Bool) {
      let inner = try await pauses.fetching(try address(depth), for: "a") { try await nested(depth + 1) }
      if let inner { return inner }
      return (depth, await pauses.fetching(try address(0), for: "b") { true } ?? false)
    }
    let outcome = try await nested(0)
    #expect(outcome.refused == FetchBackoff.most.forOne)
    #expect(outcome.isOtherFetched)
  }

  @Test(.covers("attack: a client_id that makes the server send requests"))
  func `Six networks with slow addresses leave fetches to all others`() async throws {
    let pauses = FetchBackoff()
    let stranger = ClientAddress("192.0.2.1")
    func nested(_ depth: Int, refused: Int = 0) async throws -> (refused: Int, isOtherFetched: Bool) {
      guard depth < 100 else {
        return (refused, await pauses.fetching(try address(0), for: "b", from: stranger) { true } ?? false)
      }
      // 256 networks of 56 bits in each of six networks of 48 bits.
      let network = ClientAddress("2001:db8:\(depth % 6 + 1):\(String(depth << 8, radix: 16))::1")
      let inner = try await pauses.fetching(try address(depth), for: "\(depth)", from: network) {
        try await nested(depth + 1, refused: refused)
      }
      if let inner { return inner }
      return try await nested(depth + 1, refused: refused + 1)
    }
    let outcome = try await nested(0)
    #expect(outcome.refused == 100 - 48 && outcome.isOtherFetched)
  }

  @Test func `A failed fetch no longer counts as running`() async throws {
    let pauses = FetchBackoff()
    for _ in 0..<(FetchBackoff.most.together + 1) {
      await #expect(throws: CancellationError.self) {
        try await pauses.fetching(try address(1), for: "a") { throw CancellationError() }
      }
    }
  }
}
