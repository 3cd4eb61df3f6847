internal import Synchronization

/// Tells every listener what happens to a session's tokens.
final class TokenChanges: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<TokenChange>.Continuation] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The changes from now on. A listener that doesn't keep up gets the newest ones.
  func stream() -> AsyncStream<TokenChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: TokenChange.self, bufferingPolicy: .bufferingNewest(8))
    let number = state.withLock { state in
      state.last += 1
      state.listeners[state.last] = continuation
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func tell(_ change: TokenChange) {
    // Outside of the lock: a listener's end takes it.
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
  }

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}
