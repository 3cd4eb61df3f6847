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

  @Test func `Documents are counted by the minute, also after the clock was set back`() {
    let pauses = FetchPauses()
    func admitted(at moment: Date) -> Int { (0..<5).count { _ in pauses.admitsDocument(at: moment, perMinute: 3) } }
    #expect(admitted(at: now) == 3 && admitted(at: now + 59.9) == 0 && admitted(at: now + 60) == 3)
    #expect(admitted(at: now - 1) == 3)
  }
}
