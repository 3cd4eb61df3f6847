internal import OAuthServer
internal import Synchronization

/// The server that is created once the port is known, or the error of its creation.
///
/// Requests that arrive earlier wait for it, because generating keys takes time.
final class PendingServer: Sendable {
  private struct State {
    var result: Result<any HTTPServing, any Error>?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The server. Nil until it is created, and if it can't be.
  var server: (any HTTPServing)? {
    state.withLock { try? $0.result?.get() }
  }

  /// The error of the server's creation.
  var failure: (any Error)? {
    state.withLock { state in
      if case .failure(let error) = state.result { error } else { nil }
    }
  }

  /// The number of requests that wait for the server.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func succeed(_ server: any HTTPServing) { settle(.success(server)) }

  func fail(_ error: any Error) { settle(.failure(error)) }

  /// Returns when the server is created or its creation has failed.
  func isSettled() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        if state.result == nil { state.waiting.append(continuation) }
        return state.result == nil
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func settle(_ result: Result<any HTTPServing, any Error>) {
    let waiting = state.withLock { state in
      state.result = result
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
