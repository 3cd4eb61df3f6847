import Dispatch
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

struct RefreshInBackgroundTests {
  @Test func `A refresh has the system's time until its answer is stored, whatever the store`() async throws {
    let signedIn = try await SignedIn()
    let requests = Mutex(0)
    let session = TokenSession(
      account: signedIn.account, client: signedIn.client, store: signedIn.store, origins: [], policy: RefreshPolicy(),
      verifier: nil, monotonic: signedIn.clock.monotonicClock, outside: nil,
      time: BackgroundTime { _ in requests.withLock { $0 += 1 } })
    _ = try await session.accessToken()
    #expect(requests.withLock(\.self) == 0, "a token from memory or the store needs no time")
    signedIn.expire()
    let token = try await session.accessToken()
    #expect(requests.withLock(\.self) == 1)
    #expect(try await signedIn.stored?.accessToken == token)
  }

  @Test func `A suspension before the answer is a temporary failure, and the next call refreshes`() async throws {
    let signedIn = try await SignedIn()
    let activity = Mutex<(@Sendable (Bool) -> Void)?>(nil)
    let session = TokenSession(
      account: signedIn.account, client: signedIn.client, store: signedIn.store, origins: [], policy: RefreshPolicy(),
      verifier: nil, monotonic: signedIn.clock.monotonicClock, outside: nil,
      time: BackgroundTime { newActivity in activity.withLock { $0 = newActivity } })
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .timedOutBefore.held(by: gate), at: "/token")
    let refresh = Task { try await session.accessToken() }
    await gate.arrived()
    guard let expire = activity.withLock(\.self) else {
      Issue.record("no time was requested")
      return
    }
    await withCheckedContinuation { continuation in
      // It blocks its thread until the work has ended.
      DispatchQueue.global().async {
        expire(true)
        continuation.resume()
      }
    }
    await #expect { try await refresh.value } throws: { error in
      guard case TokenSessionError.storage(let cause) = error else { return false }
      return cause.kind == .suspended && ErrorCategory(of: error) == .temporary
    }
    #expect(try await session.accessToken() == signedIn.stored?.accessToken)
  }
}
