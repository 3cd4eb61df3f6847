/// Lets so many in at once and so many wait; whoever comes then is sent away.
actor WorkGate {
  private let capacity: Int
  private let waitingRoom: Int
  private var inside = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var next = 0

  init(capacity: Int, waitingRoom: Int) {
    self.capacity = capacity
    self.waitingRoom = waitingRoom
  }

  /// Returns when there is a place, in the order of coming, or at once with `false` if nobody else may wait.
  func enter() async -> Bool {
    if inside < capacity {
      inside += 1
      return true
    }
    guard waiting.count - next < waitingRoom else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Gives the place to who has waited longest.
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
