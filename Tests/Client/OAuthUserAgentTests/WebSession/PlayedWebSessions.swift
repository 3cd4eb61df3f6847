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
  }

  private let state = Mutex(State())
  private let starts: Bool
  private let visit: @MainActor @Sendable (Shown) -> Void

  /// Creates the sheets.
  ///
  /// - Parameters:
  ///   - starts: Whether sheets can be shown.
  ///   - visit: The behaviour of a sheet, called while it starts.
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
      // Apple's sheet does the same.
      shown.onEnd(.cancelled)
    }
  }
}
