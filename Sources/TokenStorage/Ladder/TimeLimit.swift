internal import Synchronization

/// Waits so long for something and no longer, also if it doesn't listen to cancellation: it goes on then, and nobody hears of
/// its result.
struct TimeLimit: Sendable {
  private let limit: Duration
  private let clock: any Clock<Duration>

  init(_ limit: Duration, on clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }

  /// - Returns: `nil` if it took too long.
  /// - Throws: what the body throws; `CancellationError` if this task was cancelled.
  func run<Output: Sendable>(_ body: @escaping @Sendable () async throws -> Output) async throws -> Output? {
    let first = First<Output>()
    let work = Task {
      do {
        first.settle(.success(try await body()))
      } catch {
        first.settle(.failure(error))
      }
    }
    let timer = Task { [limit, clock] in
      try await clock.sleep(for: limit)
      first.settle(.success(nil))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    return try await withTaskCancellationHandler {
      try await first.value()
    } onCancel: {
      first.settle(.failure(CancellationError()))
    }
  }

  /// The first of several results.
  private final class First<Output: Sendable>: Sendable {
    private struct State {
      var result: Result<Output?, any Error>?
      var waiter: CheckedContinuation<Output?, any Error>?
    }

    private let state = Mutex(State())

    func settle(_ result: Result<Output?, any Error>) {
      let waiter = state.withLock { state -> CheckedContinuation<Output?, any Error>? in
        guard state.result == nil else { return nil }
        state.result = result
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(with: result)
    }

    func value() async throws -> Output? {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }
}
