#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Synchronization

/// An application whose sign-ins are completed by other processes: keys, a clock and a shared record.
struct SealingFixture {
  let clock = ManualClock()
  let key = SealingKey.generate(from: SeededRandomSource(seed: 11))
  let record: InMemoryUsedTokenIDs

  init() {
    record = InMemoryUsedTokenIDs(clock: clock.wallClock)
  }

  static let redirectURI = "https://app.example/callback"

  /// The sealer of one process of the application.
  func sealer(lifetime: Duration = .seconds(600), seed: UInt64 = 12) -> AttemptSealer {
    AttemptSealer(key, used: record, lifetime: lifetime, random: SeededRandomSource(seed: seed))
  }

  func client(
    _ transport: any HTTPTransport = ScriptedTransport(), id: String = "app",
    server: AuthorizationServerMetadata? = nil, prover: DPoPProver? = nil, seed: UInt64 = 1
  ) throws -> OAuthClient {
    OAuthClient(
      id: id, server: try server ?? Fixture.metadata(), prover: prover, transport: transport, clock: clock.wallClock,
      random: SeededRandomSource(seed: seed))
  }

  func attempt(_ client: OAuthClient? = nil, redirectURI: String = redirectURI) throws -> AuthorizationAttempt {
    try Fixture.attempt(client ?? self.client(), redirectURI: redirectURI, scope: Scope(["openid"]))
  }

  /// An answer with the attempt's `state`.
  static func callback(_ attempt: AuthorizationAttempt, code: String = "c-1") throws -> AuthorizationCallback {
    try Fixture.callback(attempt, ("code", code), ("state", attempt.state.reveal()))
  }
}

/// A source whose bytes are all the same in each call, one more than in the call before.
final class CountingSource: RandomSource {
  private let calls: Atomic<UInt8>

  init(after first: UInt8 = 0) {
    calls = Atomic(first)
  }

  func bytes(_ count: Int) -> [UInt8] {
    Array(repeating: calls.wrappingAdd(1, ordering: .relaxed).newValue, count: count)
  }
}
