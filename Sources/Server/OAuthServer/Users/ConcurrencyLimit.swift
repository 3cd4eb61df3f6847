/// A limit on concurrent work: a fixed number of callers work, a fixed number wait, and all others
/// are rejected.
actor ConcurrencyLimit {
  private let capacity: Int
  private let queueCapacity: Int
  private var inside = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var next = 0

  init(capacity: Int, queueCapacity: Int) {
    self.capacity = capacity
    self.queueCapacity = queueCapacity
  }

  /// Waits for a place, in the order of arrival.
  /// - Returns: `false`, at once, if the maximum number of callers is waiting.
  func enter() async -> Bool {
    if inside < capacity {
      inside += 1
      return true
    }
    guard waiting.count - next < queueCapacity else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Passes the place to the caller that has waited longest.
  func leave() {
    guard next < waiting.count else {
      inside -= 1
      return
    }
    waiting[next].resume()
    next += 1
    if next == waiting.count {
      waiting.removeAll()
      next = 0
    }
  }
}
