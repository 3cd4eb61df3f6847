import PKCE
import Synchronization

/// A source whose bytes are all 1 at the first call, all 2 at the second and so on. An input
/// therefore has the same effect in each run.
final class CountingSource: RandomSource {
  private let calls = Atomic<UInt8>(0)

  func bytes(_ count: Int) -> [UInt8] {
    Array(repeating: calls.wrappingAdd(1, ordering: .relaxed).newValue, count: count)
  }
}
