#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// How many documents are fetched in a minute that registrations name, whatever becomes of the registrations: anybody may register and
/// fail, and must not have the server send requests at will.
///
/// It is this process's alone and is lost with it: nothing depends on it but how much is sent.
final class SectorDocumentRate: Sendable {
  private let state = Mutex((minute: Date.distantPast, count: 0))

  /// Whether one more document may be fetched, which is counted then.
  /// - Parameter limit: how many may be in a minute.
  func admits(at now: Date, perMinute limit: Int) -> Bool {
    state.withLock { state in
      // A clock that was set back begins a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) { state = (now, 0) }
      guard state.count < limit else { return false }
      state.count += 1
      return true
    }
  }
}
