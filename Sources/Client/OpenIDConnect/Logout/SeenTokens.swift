internal import FoundationBasics
internal import Synchronization

/// A memory of the received logout tokens, so that none is accepted twice (Back-Channel Logout
/// §2.6).
///
/// It covers this process only. Several processes behind one address would each accept a token once,
/// and end sessions that began after the logout: they share a `UsedTokenIDs` instead. Create one for
/// each client and reuse it.
public final class SeenTokens: Sendable {
  private let capacity: Int
  private let endings = Mutex<[String: Date]>([:])

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
    endings.withLock { endings in
      if let previousEnd = endings[name], previousEnd > now { return false }
      if endings.count >= capacity {
        endings = endings.filter { $0.value > now }
        if endings.count >= capacity, let first = endings.min(by: { $0.value < $1.value }) { endings[first.key] = nil }
      }
      endings[name] = end
      return true
    }
  }
}
