internal import Dispatch
internal import OAuthServer
internal import Synchronization

/// Database work on one thread, in batches: jobs that arrive during a batch form the next one.
///
/// A batch costs one synchronization of the disk, however many jobs it has. That makes durable
/// writes fast. It also keeps blocking calls off the threads of Swift's pool, which has one for
/// each core.
final class WorkLane: Sendable {
  /// The most jobs of a batch, so that the next batch doesn't wait for long.
  static let largestBatch = 256

  private struct State {
    var waiting: [SQLiteJob] = []
    var isRunning = false
    var isClosed = false
  }

  private let queue: DispatchQueue
  private let perform: @Sendable ([SQLiteJob], _ more: () -> [SQLiteJob]) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - label: The name of the thread for debuggers.
  ///   - perform: Runs the jobs of a batch and resumes their callers. It is never called twice at
  ///     once. It may take the jobs that have arrived meanwhile, and runs those too.
  init(_ label: String, perform: @escaping @Sendable ([SQLiteJob], _ more: () -> [SQLiteJob]) -> Void) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    self.perform = perform
  }

  /// Adds a job. It runs to its end, even if the task that waits for it is cancelled: a write has
  /// no half. After ``close()`` it fails.
  func submit(_ job: SQLiteJob) {
    let mustStart: Bool? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.waiting.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    switch mustStart {
    case true?: queue.async { self.drain() }
    case false?: break
    case nil: job.fail(.closed)
    }
  }

  /// Accepts no further jobs, and blocks until those before have ended.
  func close() {
    state.withLock { $0.isClosed = true }
    // A job that was added a moment before may have not started the thread yet. It is done here.
    queue.sync { drain() }
  }

  private func drain() {
    while let batch = next() { perform(batch) { self.taken() } }
  }

  private func next() -> [SQLiteJob]? {
    state.withLock { state in
      let batch = Self.take(&state.waiting)
      state.isRunning = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }

  private func taken() -> [SQLiteJob] { state.withLock { Self.take(&$0.waiting) } }

  private static func take(_ waiting: inout [SQLiteJob]) -> [SQLiteJob] {
    guard waiting.count > largestBatch else {
      defer { waiting = [] }
      return waiting
    }
    defer { waiting.removeFirst(largestBatch) }
    return Array(waiting.prefix(largestBatch))
  }
}
