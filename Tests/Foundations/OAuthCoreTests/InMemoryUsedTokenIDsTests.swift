#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OAuthCore
import OAuthTestSupport
import Testing

@Suite struct InMemoryUsedTokenIDsTests {
  private let clock = ManualClock()

  private func until(_ seconds: Double) -> Date { clock.now.addingTimeInterval(seconds) }

  @Test func `A name is accepted once until it expires, and can then be used again`() throws {
    let used = InMemoryUsedTokenIDs(clock: clock.wallClock)
    let id = UsedTokenID(.clientAssertion, of: "app", "1")
    #expect(try used.useOnce(id, until: until(60)))
    #expect(try !used.useOnce(id, until: until(60)))
    clock.advance(by: .seconds(59))
    #expect(try !used.useOnce(id, until: until(60)))
    clock.advance(by: .seconds(1))
    #expect(try used.useOnce(id, until: until(60)))
    clock.advance(by: .seconds(59))
    #expect(try !used.useOnce(id, until: until(1)))
  }

  @Test func `An expired name is rejected`() throws {
    let used = InMemoryUsedTokenIDs(clock: clock.wallClock)
    #expect(try !used.useOnce(UsedTokenID(.dpopProof, of: "k", "1"), until: until(0)))
    #expect(try !used.useOnce(UsedTokenID(.dpopProof, of: "k", "1"), until: .distantPast))
    #expect(used.count == 0)
    #expect(try used.useOnce(UsedTokenID(.dpopProof, of: "k", "1"), until: .distantFuture))
  }

  @Test func `Different kinds, owners and identifiers give different names`() {
    let ids = [
      UsedTokenID(.dpopProof, of: "a", "b"), UsedTokenID(.assertionGrant, of: "a", "b"),
      UsedTokenID(.dpopProof, of: "ab", ""),
      UsedTokenID(.dpopProof, of: "", "ab"), UsedTokenID(.dpopProof, of: "a\",\"b", ""),
      UsedTokenID(.dpopProof, of: "b", "a"),
    ]
    #expect(Set(ids.map(\.hash)).count == ids.count)
    #expect(ids.allSatisfy { $0.hash.utf8.count == 43 })
  }

  @Test func `Expired names make room, and no name is discarded early`() throws {
    let used = InMemoryUsedTokenIDs(limit: 100, clock: clock.wallClock)
    for number in 0..<100 { #expect(try used.useOnce(UsedTokenID(.dpopProof, of: "k", "\(number)"), until: until(60))) }
    #expect(throws: UsedTokenIDsError.full(limit: 100)) {
      try used.useOnce(UsedTokenID(.dpopProof, of: "k", "x"), until: until(60))
    }
    #expect(try !used.useOnce(UsedTokenID(.dpopProof, of: "k", "7"), until: until(60)))
    clock.advance(by: .seconds(70))
    #expect(try used.useOnce(UsedTokenID(.dpopProof, of: "k", "x"), until: until(60)))
    #expect(used.count == 1)
  }

  @Test func `The size stays in proportion to the unexpired names over a day of use`() throws {
    let used = InMemoryUsedTokenIDs(clock: clock.wallClock)
    for second in 0..<86_400 {
      clock.advance(by: .seconds(1))
      #expect(try used.useOnce(UsedTokenID(.dpopProof, of: "k", "\(second)"), until: until(75)))
      if used.count > 85 { Issue.record("\(used.count) names are stored"); break }
    }
  }
}
