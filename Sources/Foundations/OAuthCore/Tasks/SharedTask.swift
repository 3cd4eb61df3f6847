internal import Synchronization

/// Work that several tasks wait for. A cancelled task stops waiting, and the work goes on for the
/// others.
package final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, any Error>?
    var waiting: [UInt64: CheckedContinuation<Value, any Error>] = [:]
    var cancelledWaiters: Set<UInt64> = []
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Starts the work in a task of its own.
  package init(_ work: @escaping @Sendable () async throws -> Value) {
    Task {
      do {
        finish(.success(try await work()))
      } catch {
        finish(.failure(error))
      }
    }
  }

  /// Waits for the result.
  ///
  /// - Throws: The error of the work; `CancellationError` as soon as the waiting task is cancelled.
  package func value() async throws -> Value {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        let outcome = state.withLock { state -> Result<Value, any Error>? in
          if state.cancelledWaiters.remove(number) != nil { return .failure(CancellationError()) }
          if state.outcome == nil { state.waiting[number] = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
        if let continuation = state.waiting.removeValue(forKey: number) { return continuation }
        if state.outcome == nil { state.cancelledWaiters.insert(number) }
        return nil
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  private func finish(_ outcome: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(with: outcome) }
  }
}
