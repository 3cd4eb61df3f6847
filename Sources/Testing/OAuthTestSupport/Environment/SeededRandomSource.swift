public import PKCE
internal import Synchronization

/// A random source that returns the same bytes in every run, for tests only.
///
/// It is SplitMix64, whose whole state is the seed. Never use it for secrets: its output is
/// predictable.
public final class SeededRandomSource: RandomSource {
  private let state: Mutex<UInt64>

  /// Creates a source with a seed.
  ///
  /// - Parameter seed: Any number. The same seed gives the same bytes. Default: 1.
  public init(seed: UInt64 = 1) {
    state = Mutex(seed)
  }

  /// Returns the next bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count + 8)
      while bytes.count < count {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word >> 31
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
      }
      return Array(bytes.prefix(count))
    }
  }
}
