internal import FoundationBasics
internal import Synchronization

/// Limits the number of sector documents that are fetched in a minute for registrations, including
/// those that fail.
///
/// Any client may register and fail, and must not make the server send requests at will. The count
/// is this process's own and ends with it: it limits only traffic.
final class SectorDocumentRate: Sendable {
  private let state = Mutex((minute: Date.distantPast, count: 0))

  /// Returns whether one more document may be fetched now. If so, it is counted.
  /// - Parameter limit: The maximum number in a minute.
  func admits(at now: Date, perMinute limit: Int) -> Bool {
    state.withLock { state in
      // A clock that was set back starts a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) { state = (now, 0) }
      guard state.count < limit else { return false }
      state.count += 1
      return true
    }
  }
}
