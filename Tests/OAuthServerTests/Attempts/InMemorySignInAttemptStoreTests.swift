import Foundation
import OAuthServer
import OAuthTestSupport
import Testing

struct InMemorySignInAttemptStoreTests {
  @Test(arguments: SignInAttemptStoreCompatibility.checks)
  func `The in-memory store passes every compatibility check`(_ check: ServerStoreCheck<any SignInAttemptStore>)
    async throws
  {
    let store = InMemorySignInAttemptStore()
    try await check.run { store }
  }

  @Test func `Wrong guesses at thousands of user names use bounded memory`() async throws {
    let store = InMemorySignInAttemptStore()
    let test = try TestServer(signInAttempts: store)
    for number in 0..<3_000 {
      _ = await test.decide(TestServer.authorization(), ["username": "user-\(number)", "password": "x"])
      test.clock.advance(by: .seconds(10))
    }
    // The guesses of 15 minutes are 90 records. The bound is twice that, plus the records that
    // `SweepSchedule` admits before a sweep.
    #expect(store.count < 1_500)
  }
}
