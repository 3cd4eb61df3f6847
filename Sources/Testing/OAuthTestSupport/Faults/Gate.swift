internal import Synchronization

/// A gate that tasks wait at until a test opens it. It lets tests order concurrent work without
/// sleeping.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var last: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var cancellations: Set<UInt64> = []
    var observers: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  /// Creates a closed gate.
  public init() {}

  /// The number of arrivals so far, with those that have passed.
  public var arrivals: Int { state.withLock { $0.arrivals } }

  /// Opens the gate for all tasks that wait and for all later ones.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the number of arrivals has reached a count, or when the task is cancelled.
  ///
  /// - Parameter count: The number of arrivals since the gate was created, 0 or more. Default: 1.
  public func arrived(_ count: Int = 1) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.cancellations.remove(number) != nil || state.arrivals >= count { return true }
          state.observers[number] = (count, continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      let observer = state.withLock { state in
        let observer = state.observers.removeValue(forKey: number)
        if observer == nil { state.cancellations.insert(number) }
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
          if state.cancellations.remove(number) != nil { return .failure(CancellationError()) }
          if !state.isOpen { state.waiting[number] = continuation }
          return state.isOpen ? .success(()) : nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        // The task may not wait yet, or may have passed already.
        let continuation = state.waiting.removeValue(forKey: number)
        if continuation == nil, !state.isOpen { state.cancellations.insert(number) }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Counts an arrival without waiting.
  public func arrive() {
    _ = count()
  }

  private func count() -> UInt64 {
    let (number, observers) = state.withLock { state in
      state.arrivals += 1
      state.last += 1
      let arrivals = state.arrivals
      let reachedObservers = state.observers.filter { $0.value.count <= arrivals }
      for number in reachedObservers.keys { state.observers[number] = nil }
      return (state.last, reachedObservers.values)
    }
    for observer in observers { observer.continuation.resume() }
    return number
  }
}
