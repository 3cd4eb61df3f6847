internal import OAuthCore

/// One sheet from its start to its end. The first of three events determines the result: its end,
/// its failure to start, and the task's cancellation.
@MainActor final class WebSessionRun {
  private var session: (any WebSession)?
  private var waiting: CheckedContinuation<WebSessionEnd, any Error>?
  private var isCancelled = false

  nonisolated init() {}

  /// Shows a sheet and waits until it ends.
  ///
  /// - Throws: ``UserAgentError/cannotShow(cause:)`` if it isn't shown; `CancellationError` if the
  ///   task was cancelled, which closes the sheet.
  func end(of request: WebSessionRequest, in sessions: any WebSessions) async throws -> WebSessionEnd {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled, !isCancelled else {
          continuation.resume(throwing: CancellationError())
          return
        }
        waiting = continuation
        let session = sessions.session(for: request) { end in
          // The system calls this closure on a thread of its own.
          Task { @MainActor in self.finish(.success(end)) }
        }
        self.session = session
        if !session.start() {
          finish(.failure(UserAgentError.cannotShow(cause: UntrustedText("the session did not start"))))
        }
      }
    } onCancel: {
      Task { @MainActor in self.cancel() }
    }
  }

  private func cancel() {
    isCancelled = true
    session?.cancel()
    finish(.failure(CancellationError()))
  }

  private func finish(_ result: Result<WebSessionEnd, any Error>) {
    session = nil
    waiting?.resume(with: result)
    waiting = nil
  }
}
