import Foundation
import Testing

@testable import OAuthServer

@Suite struct SectorDocumentRateTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func `Documents are counted by the minute, also after the clock was set back`() {
    let rate = SectorDocumentRate()
    func admitted(at moment: Date) -> Int { (0..<5).count { _ in rate.admits(at: moment, perMinute: 3) } }
    #expect(admitted(at: now) == 3 && admitted(at: now + 59.9) == 0 && admitted(at: now + 60) == 3)
    #expect(admitted(at: now - 1) == 3)
  }
}
