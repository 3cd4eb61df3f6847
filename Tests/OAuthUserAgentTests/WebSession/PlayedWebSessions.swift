import OAuthUserAgent
import Synchronization

/// Sheets that do what a test says.
final class PlayedWebSessions: WebSessions {
  /// What was shown, and what is told its end.
  struct Shown: Sendable {
    let request: WebSessionRequest
    let onEnd: @Sendable (WebSessionEnd) -> Void
  }

  private struct State {
    var shown: [Shown] = []
    var cancelled = 0
  }

  private let state = Mutex(State())
  private let starts: Bool
  private let visit: @MainActor @Sendable (Shown) -> Void

  /// - Parameters:
  ///   - starts: whether sheets can be shown.
  ///   - visit: what happens in one, from within its start.
  init(starts: Bool = true, visit: @escaping @MainActor @Sendable (Shown) -> Void = { _ in }) {
    self.starts = starts
    self.visit = visit
  }

  var requests: [WebSessionRequest] { state.withLock { $0.shown.map(\.request) } }
  var cancelled: Int { state.withLock { $0.cancelled } }

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
      // As Apple's does.
      shown.onEnd(.cancelled)
    }
  }
}
