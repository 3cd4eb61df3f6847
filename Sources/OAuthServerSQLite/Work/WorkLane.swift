internal import Dispatch
internal import Synchronization

/// One thread's worth of database work, done in batches: whatever comes while a batch is being done makes the next one.
///
/// That is what makes durable writes quick: a batch costs one synchronization of the disk, however many jobs are in it. It also
/// keeps calls that block off the threads of Swift's pool, of which there is one for each core.
final class WorkLane: Sendable {
  /// So many jobs are done together at most, so that one batch doesn't keep the next one waiting for long.
  static let largestBatch = 256

  private struct State {
    var waiting: [DatabaseJob] = []
    var isRunning = false
  }

  private let queue: DispatchQueue
  private let perform: @Sendable ([DatabaseJob], _ more: () -> [DatabaseJob]) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - label: a name for debuggers.
  ///   - perform: does the jobs of a batch and answers each one; never called twice at once. It may ask for what has come meanwhile,
  ///     and then does that as well.
  init(_ label: String, perform: @escaping @Sendable ([DatabaseJob], _ more: () -> [DatabaseJob]) -> Void) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    self.perform = perform
  }

  /// Adds a job. It is done to its end, whatever becomes of the task that waits for it: half a write helps nobody.
  func submit(_ job: DatabaseJob) {
    let mustStart = state.withLock { state in
      state.waiting.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { queue.async { self.drain() } }
  }

  private func drain() {
    while let batch = next() { perform(batch) { self.taken() } }
  }

  private func next() -> [DatabaseJob]? {
    state.withLock { state in
      let batch = Self.take(&state.waiting)
      state.isRunning = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }

  private func taken() -> [DatabaseJob] { state.withLock { Self.take(&$0.waiting) } }

  private static func take(_ waiting: inout [DatabaseJob]) -> [DatabaseJob] {
    guard waiting.count > largestBatch else {
      defer { waiting = [] }
      return waiting
    }
    defer { waiting.removeFirst(largestBatch) }
    return Array(waiting.prefix(largestBatch))
  }
}
