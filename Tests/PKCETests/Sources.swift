import PKCE
import Synchronization

/// Gives the same octets at every call, as far as they go: a source as broken as a test wants it.
struct FixedSource: RandomSource {
  let fixed: [UInt8]

  init(_ fixed: [UInt8]) {
    self.fixed = fixed
  }

  func octets(_ count: Int) -> [UInt8] {
    fixed
  }
}

/// SplitMix64 from a seed: the same octets on every run, and statistically good. Nothing secret may be made with it.
final class SeededSource: RandomSource {
  private let state: Mutex<UInt64>
  private let asked = Mutex<[Int]>([])

  init(seed: UInt64) {
    state = Mutex(seed)
  }

  /// How many octets each call asked for.
  var calls: [Int] {
    asked.withLock { $0 }
  }

  func octets(_ count: Int) -> [UInt8] {
    asked.withLock { $0.append(count) }
    return state.withLock { state in
      (0..<count).map { _ in
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
      }
    }
  }
}
