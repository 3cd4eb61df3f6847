#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A store of tokens in this process's memory. Expired tokens are deleted. The memory holds at most
/// about twice the tokens that are still needed.
public final class InMemoryIssuedTokenStore: IssuedTokenStore {
  private struct State {
    var entries: [SecretHash: IssuedToken] = [:]
    var hashes: [GrantID: Set<SecretHash>] = [:]
    var revoked: [GrantID: Date] = [:]
    var sweep = SweepSchedule()

    mutating func add(_ tokens: [IssuedToken], _ now: Date) -> Bool {
      guard !tokens.contains(where: { revoked[$0.grant] != nil }) else { return false }
      if sweep.isDue(entries.count + revoked.count) { forgetExpired(now) }
      for token in tokens {
        entries[token.hash] = token
        hashes[token.grant, default: []].insert(token.hash)
      }
      return true
    }

    mutating func forget(_ hash: SecretHash, of grant: GrantID) {
      hashes[grant]?.remove(hash)
      if hashes[grant]?.isEmpty == true { hashes[grant] = nil }
    }

    private mutating func forgetExpired(_ now: Date) {
      for (hash, token) in entries where token.expires <= now {
        entries[hash] = nil
        forget(hash, of: token.grant)
      }
      revoked = revoked.filter { $0.value > now }
      sweep.happened(remaining: entries.count + revoked.count)
    }
  }

  private let clock: WallClock
  private let state = Mutex(State())

  /// Creates an empty store.
  /// - Parameter clock: The clock that decides which tokens have expired. Default: the system's.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Saves new tokens, unless their grant was revoked.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let now = clock.now()
    return state.withLock { $0.add(tokens, now) }
  }

  /// Returns the record of a token.
  public func find(_ hash: SecretHash) async throws -> IssuedToken? {
    state.withLock { $0.entries[hash] }
  }

  /// Replaces a refresh token, atomically.
  public func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation {
    let now = clock.now()
    return state.withLock { state in
      guard let token = state.entries[spent], token.kind == .refresh else { return .unknown }
      if let spent = token.spent { return .alreadySpent(at: spent) }
      guard state.add(tokens, now) else { return .unknown }
      state.entries[spent]?.spent = moment
      return .rotated
    }
  }

  /// Deletes an access token.
  public func delete(_ hash: SecretHash) async throws {
    state.withLock { state in
      guard let token = state.entries.removeValue(forKey: hash) else { return }
      state.forget(hash, of: token.grant)
    }
  }

  /// Deletes a grant's tokens, and remembers that the grant has ended.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    state.withLock { state in
      for hash in state.hashes.removeValue(forKey: grant) ?? [] { state.entries[hash] = nil }
      state.revoked[grant] = max(until, state.revoked[grant] ?? until)
    }
  }

  /// The number of stored tokens, including spent ones.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
