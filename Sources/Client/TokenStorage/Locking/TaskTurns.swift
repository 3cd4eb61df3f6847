internal import Synchronization

/// Lets one task at a time work on an account. Other tasks wait in the order of their arrival.
final class TaskTurns: Sendable {
  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The accounts in use, each with its waiting tasks.
    var waiting: [Account: [Waiter]] = [:]
    var cancelledTurns: Set<UInt64> = []
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Runs a body when it is this task's turn.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before its turn; the body's error.
  func withTurn<Result: Sendable>(
    _ account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result = state.withLock { state -> Swift.Result<Void, any Error>? in
          if state.cancelledTurns.remove(number) != nil { return .failure(CancellationError()) }
          guard state.waiting[account] != nil else {
            state.waiting[account] = []
            return .success(())
          }
          state.waiting[account]?.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        for (account, waiters) in state.waiting {
          guard let index = waiters.firstIndex(where: { $0.number == number }) else { continue }
          return state.waiting[account]?.remove(at: index)
        }
        state.cancelledTurns.insert(number)
        return nil
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
    defer { endTurn(account, number) }
    return try await body()
  }

  private func endTurn(_ account: Account, _ number: UInt64) {
    let next = state.withLock { state -> Waiter? in
      // The task was cancelled after its turn had come.
      state.cancelledTurns.remove(number)
      guard let waiters = state.waiting[account], !waiters.isEmpty else {
        state.waiting[account] = nil
        return nil
      }
      return state.waiting[account]?.removeFirst()
    }
    next?.continuation.resume()
  }
}
