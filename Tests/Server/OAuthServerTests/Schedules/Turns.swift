import Synchronization

/// The turns of concurrent requests. One request runs at a time, from one call of the database to
/// its next one.
final class Turns: Sendable {
  /// The turns and the number of the request that this task answers; `nil` outside of a schedule.
  @TaskLocal static var own: (turns: Turns, number: Int)?

  private struct State {
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var scheduler: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Waits for the next turn of this task's request. Outside of a schedule it returns at once.
  static func wait() async {
    guard let own else { return }
    await withCheckedContinuation { own.turns.pause(own.number, $0) }
  }

  /// The numbers of the requests that wait for a turn.
  var waiting: [Int] { state.withLock { $0.waiting.keys.sorted() } }

  /// Starts a request, and returns when it waits for a turn or is answered.
  func start<Answer: Sendable>(
    _ number: Int, _ request: @escaping @Sendable () async -> Answer
  ) async -> Task<Answer, Never> {
    var task: Task<Answer, Never>?
    await withCheckedContinuation { scheduler in
      state.withLock { $0.scheduler = scheduler }
      task = Task {
        let answer = await Self.$own.withValue((self, number), operation: request)
        pause(number, nil)
        return answer
      }
    }
    return task ?? Task(operation: request)
  }

  /// Gives a waiting request its turn, and returns when it waits again or is answered.
  func next(_ number: Int) async {
    await withCheckedContinuation { scheduler in
      let turn = state.withLock { state in
        state.scheduler = scheduler
        return state.waiting.removeValue(forKey: number)
      }
      turn?.resume()
    }
  }

  /// Ends the turn of a request. Without `turn` the request is answered.
  private func pause(_ number: Int, _ turn: CheckedContinuation<Void, Never>?) {
    let scheduler = state.withLock { state in
      if let turn { state.waiting[number] = turn }
      defer { state.scheduler = nil }
      return state.scheduler
    }
    scheduler?.resume()
  }
}
