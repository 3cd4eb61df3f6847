import OAuthUserAgent
import Synchronization

/// Sheets that do what a test says.
final class PlayedWebSessions: WebSessions {
  /// A sheet that was shown, with the closure that reports its end.
  struct Shown: Sendable {
    let request: WebSessionRequest
    let onEnd: @Sendable (WebSessionEnd) -> Void
  }

  private struct State {
    var shown: [Shown] = []
    var cancelled = 0
    var refusals: Int
  }

  private let state: Mutex<State>
  private let starts: Bool
  private let visit: @MainActor @Sendable (Shown) -> Void

  /// Creates the sheets.
  ///
  /// - Parameters:
  ///   - starts: Whether sheets can be shown.
  ///   - refusals: The number of times that no window is active yet.
  ///   - visit: The behaviour of a sheet, called while it starts.
  init(
    starts: Bool = true, refusals: Int = 0, visit: @escaping @MainActor @Sendable (Shown) -> Void = { _ in }
  ) {
    state = Mutex(State(refusals: refusals))
    self.starts = starts
    self.visit = visit
  }

  var requests: [WebSessionRequest] { state.withLock { $0.shown.map(\.request) } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  var canPresent: Bool {
    state.withLock { state in
      state.refusals -= 1
      return state.refusals < 0
    }
  }

  func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession {
    Sheet(sessions: self, shown: Shown(request: request, onEnd: onEnd))
  }

  private struct Sheet: WebSession {
    let sessions: PlayedWebSessions
    let shown: Shown

    func start() -> Bool {
      sessions.state.withLock { $0.shown.append(shown) }
      sessions.visit(shown)
      return sessions.starts
    }

    func cancel() {
      sessions.state.withLock { $0.cancelled += 1 }
      // Apple's sheet does the same.
      shown.onEnd(.cancelled)
    }
  }
}
