import PKCE
import Synchronization

/// SplitMix64 from a seed: the same bytes on every run, with good statistics. It must not generate
/// secrets.
final class SeededSource: RandomSource {
  private let state: Mutex<UInt64>
  private let asked = Mutex<[Int]>([])

  init(seed: UInt64) {
    state = Mutex(seed)
  }

  /// The numbers of bytes that the calls requested.
  var calls: [Int] {
    asked.withLock { $0 }
  }

  func bytes(_ count: Int) -> [UInt8] {
    asked.withLock { $0.append(count) }
    return state.withLock { state in
      var bytes: [UInt8] = []
      while bytes.count < count {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
          bytes.append(UInt8(truncatingIfNeeded: mixed >> UInt64(shift)))
        }
      }
      return bytes
    }
  }
}
