internal import CLibrary
internal import Dispatch
internal import OAuthServer
internal import Synchronization

/// Jobs that wait for a connection, and the connections, each with a thread of its own.
///
/// A connection takes all jobs that wait, up to a limit. Jobs that arrive while all connections are
/// busy form the next batch. If a connection breaks, its thread opens another one and does its jobs
/// again, until their time ends.
final class ConnectionLanes: Sendable {
  /// The most jobs of a batch, so that the next batch doesn't wait for long.
  static let largestBatch = 64
  /// The pause after a failed attempt to connect.
  private static let pause = Duration.milliseconds(100)

  private struct State {
    var waiting: [PostgreSQLJob] = []
    var idle: [Lane]
    var openConnections = 0
  }

  private let state: Mutex<State>
  private let open: @Sendable (_ timeout: Duration) throws -> PostgreSQLConnection
  private let perform: @Sendable ([PostgreSQLJob], PostgreSQLConnection) throws -> [PostgreSQLJob.Answer]

  /// - Parameters:
  ///   - label: The name of the threads for debuggers.
  ///   - count: The number of connections, at least 1.
  ///   - open: Opens a connection to a server that answers within a time.
  ///   - perform: Does the jobs and returns their answers. It throws `PostgreSQLFailure.lost` if they
  ///     have to be done again on another connection.
  init(
    _ label: String, count: Int, open: @escaping @Sendable (_ timeout: Duration) throws -> PostgreSQLConnection,
    perform: @escaping @Sendable ([PostgreSQLJob], PostgreSQLConnection) throws -> [PostgreSQLJob.Answer]
  ) {
    state = Mutex(State(idle: (0..<max(count, 1)).map { Lane("\(label).\($0)") }))
    self.open = open
    self.perform = perform
  }

  /// The open connections, and the jobs that no connection has taken yet.
  var use: ConnectionUse { state.withLock { ConnectionUse(open: $0.openConnections, waiting: $0.waiting.count) } }

  /// Adds a job. It runs to its end, even if the task that waits for it is cancelled: a write has no
  /// half.
  func submit(_ job: PostgreSQLJob) {
    let lane = state.withLock { state in
      state.waiting.append(job)
      return state.idle.popLast()
    }
    if let lane { lane.queue.async { self.drain(lane) } }
  }

  private func drain(_ lane: Lane) {
    while let jobs = next(for: lane) { run(jobs, on: lane) }
  }

  /// Returns the next batch: a long step, or the jobs up to the next long step. Without one the lane
  /// becomes idle.
  private func next(for lane: Lane) -> [PostgreSQLJob]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.idle.append(lane)
        return nil
      }
      let short = state.waiting.prefix(Self.largestBatch).prefix { !$0.isLongStep }
      let count = max(1, short.count)
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  private func run(_ jobs: [PostgreSQLJob], on lane: Lane) {
    var jobs = jobs
    var failure: any Error = ServerDatabaseError(.busy, "other operations took too long")
    while true {
      // A job that is done too late could find that its client has come back meanwhile.
      let now = ContinuousClock.now
      for job in jobs + removeOverdue(at: now) where job.end <= now { job.fail(failure) }
      jobs.removeAll { $0.end <= now }
      guard !jobs.isEmpty else { return }
      let wasOpen = lane.connection != nil
      do {
        // A server that hangs must not keep a job beyond its time.
        let rest = jobs.map(\.end).max().map { $0 - now } ?? .zero
        let timeout = min(rest, PostgreSQLConnection.longestTimeout)
        let connection = try lane.connection ?? connect(lane, timeout)
        connection.timeout = timeout
        for answer in try perform(jobs, connection) { answer() }
        return
      } catch {
        if lane.connection != nil { disconnect(lane) }
        guard case PostgreSQLFailure.lost = error else {
          for job in jobs { job.fail(error) }
          return
        }
        failure = error
        for index in jobs.indices { jobs[index].isRepeated = true }
        // An idle connection is often broken because its server was restarted.
        if !wasOpen { usleep(UInt32(Self.pause / .microseconds(1))) }
      }
    }
  }

  private func connect(_ lane: Lane, _ timeout: Duration) throws -> PostgreSQLConnection {
    let connection = try open(timeout)
    lane.connection = connection
    state.withLock { $0.openConnections += 1 }
    return connection
  }

  private func disconnect(_ lane: Lane) {
    lane.connection = nil
    state.withLock { $0.openConnections -= 1 }
  }

  /// Removes the waiting jobs whose time is over.
  private func removeOverdue(at now: ContinuousClock.Instant) -> [PostgreSQLJob] {
    state.withLock { state in
      let overdue = state.waiting.filter { $0.end <= now }
      if !overdue.isEmpty { state.waiting.removeAll { $0.end <= now } }
      return overdue
    }
  }
}

/// A connection and its thread.
// Safe: only work on the queue, which runs one piece at a time, reads and writes the connection.
private final class Lane: @unchecked Sendable {
  let queue: DispatchQueue
  var connection: PostgreSQLConnection?

  init(_ label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }
}
