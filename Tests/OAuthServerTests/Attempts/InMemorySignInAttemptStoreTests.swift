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
    // The limit is 90 attempts in 15 minutes. The bound is twice that, plus what the schedule of
    // the cleanup admits.
    #expect(store.count < 1_500)
  }
}
