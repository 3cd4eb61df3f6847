internal import OAuthServer
internal import Synchronization

/// The server that was made when the port was known, or why there is none. Requests that come before it is there wait for it: keys take
/// their time.
final class MadeServer: Sendable {
  private struct State {
    var result: Result<any HTTPServing, any Error>?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The server; nil as long as there is none.
  var server: (any HTTPServing)? {
    state.withLock { try? $0.result?.get() }
  }

  /// Why there is none.
  var failure: (any Error)? {
    state.withLock { state in
      if case .failure(let error) = state.result { error } else { nil }
    }
  }

  /// How many requests wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func succeed(_ server: any HTTPServing) { settle(.success(server)) }

  func fail(_ error: any Error) { settle(.failure(error)) }

  /// Returns when the server is made, or can't be.
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
