internal import FoundationBasics
internal import Synchronization

/// A memory of the received logout tokens, so that none is accepted twice (Back-Channel Logout
/// §2.6).
///
/// It covers this process only. Several processes behind one address each accept a token once,
/// which at worst ends sessions that have already ended. Create one for each client and reuse it.
public final class SeenTokens: Sendable {
  private let capacity: Int
  private let seen = Mutex<[String: Date]>([:])

  /// Creates an empty memory.
  ///
  /// - Parameter capacity: The number of stored tokens, from 1 on. When the memory is full, it
  ///   drops the token that expires first. Only the server can sign valid tokens, so no other party
  ///   can displace one. Default: 10,000.
  public init(capacity: Int = 10_000) {
    self.capacity = max(1, capacity)
  }

  /// Stores a token, and returns whether it is the first with its name.
  ///
  /// - Parameters:
  ///   - name: The issuer and the `jti`.
  ///   - end: The time until which the token would be accepted.
  ///   - now: The current time. Expired tokens are dropped.
  func isFirst(_ name: String, until end: Date, now: Date) -> Bool {
    seen.withLock { seen in
      if let known = seen[name], known > now { return false }
      if seen.count >= capacity {
        seen = seen.filter { $0.value > now }
        if seen.count >= capacity, let first = seen.min(by: { $0.value < $1.value }) { seen[first.key] = nil }
      }
      seen[name] = end
      return true
    }
  }
}
