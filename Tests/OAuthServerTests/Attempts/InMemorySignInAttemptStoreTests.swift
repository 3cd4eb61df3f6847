import Foundation
import OAuthServer
import OAuthTestSupport
import Testing

struct InMemorySignInAttemptStoreTests {
  @Test(arguments: SignInAttemptStoreCompatibility.checks)
  func `The store in memory keeps its promises`(_ check: ServerStoreCheck<any SignInAttemptStore>) async throws {
    let store = InMemorySignInAttemptStore()
    try await check.run { store }
  }

  @Test func `A million guesses at user names leave no more in memory than is still needed`() async throws {
    let store = InMemorySignInAttemptStore()
    let test = try TestServer(signInAttempts: store)
    for number in 0..<3_000 {
      _ = await test.decide(TestServer.authorization(), ["username": "user-\(number)", "password": "x"])
      test.clock.advance(by: .seconds(10))
    }
    // 90 in 15 minutes; twice that and what the schedule lets pass.
    #expect(store.count < 1_500)
  }
}
