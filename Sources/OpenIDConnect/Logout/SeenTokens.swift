#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// A memory of the logout tokens that came, so that none is accepted twice (Back-Channel Logout §2.6).
///
/// It knows this process only. Several processes behind one address each accept a token once, which ends sessions that have
/// ended; nothing worse. Make one for each client and keep it.
public final class SeenTokens: Sendable {
  private let capacity: Int
  private let seen = Mutex<[String: Date]>([:])

  /// An empty memory.
  ///
  /// - Parameter capacity: how many tokens are remembered, from 1 on. When it is full, the one that ends first is forgotten:
  ///   only the server can make valid tokens, so nobody else can crowd one out.
  public init(capacity: Int = 10_000) {
    self.capacity = max(1, capacity)
  }

  /// Remembers a token, and says whether it is the first with its name.
  ///
  /// - Parameters:
  ///   - name: issuer and `jti`.
  ///   - end: until when the token would be accepted.
  ///   - now: the present moment; what has ended is forgotten.
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
