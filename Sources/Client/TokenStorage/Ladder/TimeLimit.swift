internal import Synchronization

/// A time limit for work that may ignore cancellation. After the limit the work continues, and its
/// result is discarded.
struct TimeLimit: Sendable {
  private let limit: Duration
  private let clock: any Clock<Duration>

  init(_ limit: Duration, on clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }

  /// Runs a body until it ends or the limit is reached.
  ///
  /// - Returns: `nil` if the limit was reached first.
  /// - Throws: The body's error; `CancellationError` if this task was cancelled.
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
