public import PKCE
internal import Synchronization

/// Octets that look random and are the same in every run: for tests alone, never for anything that must be secret.
///
/// SplitMix64, whose whole state is the seed.
public final class SeededRandomSource: RandomSource {
  private let state: Mutex<UInt64>

  /// Starts at a seed.
  ///
  /// - Parameter seed: any number; the same one gives the same octets.
  public init(seed: UInt64 = 1) {
    state = Mutex(seed)
  }

  /// The next octets.
  public func octets(_ count: Int) -> [UInt8] {
    state.withLock { state in
      var octets: [UInt8] = []
      octets.reserveCapacity(count + 8)
      while octets.count < count {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word >> 31
        for shift in stride(from: 0, to: 64, by: 8) { octets.append(UInt8(truncatingIfNeeded: word >> shift)) }
      }
      return Array(octets.prefix(count))
    }
  }
}
