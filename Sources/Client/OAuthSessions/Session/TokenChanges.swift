internal import Synchronization

/// Reports the changes of a session's tokens to every listener.
final class TokenChanges: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<TokenChange>.Continuation] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Returns the changes from now on. A listener that reads too slowly gets the newest eight.
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

  func report(_ change: TokenChange) {
    // Outside of the lock, because a listener that ends takes the lock.
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
  }

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}
