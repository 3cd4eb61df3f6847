import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct PushedRequestStoreTests {
  @Test(arguments: PushedRequestStoreCompatibility.checks)
  func `The in-memory store passes every compatibility check`(_ check: ServerStoreCheck<any PushedRequestStore>)
    async throws
  {
    let store = InMemoryPushedRequestStore()
    try await check.run { store }
  }

  @Test func `Uncompleted requests are dropped, so that memory stays bounded`() async throws {
    let clock = ManualClock()
    let store = InMemoryPushedRequestStore(clock: clock.wallClock)
    let begun = PushedRequestRecord(
      hash: SecretHash(of: Secret("begun")), clientID: "app", parameters: Secret("a=b"),
      expires: clock.now.addingTimeInterval(5), completableUntil: clock.now.addingTimeInterval(5_001))
    try await store.save(begun)
    for number in 0..<5_000 {
      try await store.save(
        PushedRequestRecord(
          hash: SecretHash(of: Secret("\(number)")), clientID: "app", parameters: Secret("a=b"),
          expires: clock.now.addingTimeInterval(5), completableUntil: clock.now.addingTimeInterval(10)))
      clock.advance(by: .seconds(1))
    }
    #expect(store.count <= 1_024)
    let last = try #require(try await store.find(SecretHash(of: Secret("4999"))))
    #expect(last.clientID == "app")
    #expect(try await store.find(begun.hash) == begun, "a request that can still be completed was forgotten")
  }
}
