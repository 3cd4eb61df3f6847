internal import Synchronization

/// Holds whoever comes until a test lets them go, so that no test has to sleep.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var last: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<UInt64> = []
    var observers: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  /// A closed gate.
  public init() {}

  /// How many have come so far, those let go included.
  public var arrivals: Int { state.withLock { $0.arrivals } }

  /// Lets all go, now and from now on.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when so many have come, whether they were let go or not, or when the task is cancelled.
  ///
  /// - Parameter count: how many, counted from when the gate was made; with 0 it returns at once.
  public func arrived(_ count: Int = 1) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.cancelled.remove(number) != nil || state.arrivals >= count { return true }
          state.observers[number] = (count, continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      let observer = state.withLock { state in
        let observer = state.observers.removeValue(forKey: number)
        if observer == nil { state.cancelled.insert(number) }
        return observer
      }
      observer?.continuation.resume()
    }
  }

  /// Waits until the gate is open.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func pass() async throws {
    let number = count()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if !state.isOpen { state.waiting[number] = continuation }
          return state.isOpen ? .success(()) : nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        // It may not wait yet, or have been let go already.
        let continuation = state.waiting.removeValue(forKey: number)
        if continuation == nil, !state.isOpen { state.cancelled.insert(number) }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Counts somebody who doesn't wait.
  public func arrive() {
    _ = count()
  }

  private func count() -> UInt64 {
    let (number, observers) = state.withLock { state in
      state.arrivals += 1
      state.last += 1
      let arrivals = state.arrivals
      let reached = state.observers.filter { $0.value.count <= arrivals }
      for number in reached.keys { state.observers[number] = nil }
      return (state.last, reached.values)
    }
    for observer in observers { observer.continuation.resume() }
    return number
  }
}
