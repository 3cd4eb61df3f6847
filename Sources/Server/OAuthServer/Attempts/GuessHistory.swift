internal import FoundationBasics
internal import Synchronization

/// The wrong passwords of strangers within a day, by network and by block of networks. Where strangers
/// compete, those with fewer go first.
///
/// Each process has its own history. It is lost when the process ends.
final class GuessHistory: Sendable {
  /// The wrong passwords from an address. A block counts more than a network, because an attacker has
  /// any number of networks in a block.
  struct Counts: Sendable, Hashable, Comparable {
    var block = 0
    var network = 0

    static func < (left: Counts, right: Counts) -> Bool { (left.block, left.network) < (right.block, right.network) }
  }

  private struct State {
    var began = Date.distantPast
    var blocks: [ArraySlice<UInt8>: Int] = [:]
    var networks: [ArraySlice<UInt8>: Int] = [:]
  }

  /// The time after which counting starts again.
  static let period: TimeInterval = 86_400
  /// The maximum number of networks and of blocks. Beyond it, their counting starts again.
  static let capacity = 100_000

  private let state = Mutex(State())

  /// Returns the counts of an address.
  func counts(of address: ClientAddress?, at now: Date) -> Counts {
    guard let address else { return Counts() }
    return state.withLock { state in
      Self.renew(&state, at: now)
      return Counts(
        block: state.blocks[address.block, default: 0], network: state.networks[address.network(.customer), default: 0])
    }
  }

  /// Counts a wrong password from an address.
  func add(_ address: ClientAddress?, at now: Date) {
    guard let address else { return }
    state.withLock { state in
      Self.renew(&state, at: now)
      state.blocks[address.block, default: 0] += 1
      state.networks[address.network(.customer), default: 0] += 1
    }
  }

  private static func renew(_ state: inout State, at now: Date) {
    // A clock that was set back starts a new day too.
    if !(0..<period).contains(now.timeIntervalSince(state.began)) { state = State(began: now) }
    if state.blocks.count >= capacity { state.blocks = [:] }
    if state.networks.count >= capacity { state.networks = [:] }
  }
}
