internal import FoundationBasics
internal import OAuthServer
internal import OAuthServerSQL
internal import Synchronization

/// The look-ups that a read replica may answer.
///
/// A replica is asked only while it answers and is fresh enough. It answers with rows that it has:
/// what it lacks may be newer than its contents.
final class ReplicaLookups: Sendable {
  /// The longest time for which the replica is asked. The primary server still has time after it.
  private static let timeout = Duration.seconds(1)
  /// The time after which another process's beats are removed, in seconds.
  private static let longestPause: TimeInterval = 86_400

  private let beats: ReplicaBeats
  private let lanes: ConnectionLanes
  private let isUsable = Mutex(false)

  /// - Parameters:
  ///   - address: The connection string of the replica.
  ///   - count: The number of connections.
  ///   - limit: The greatest age of the replica's contents.
  ///   - now: The present moment.
  init(
    _ address: String, connections count: Int, atMost limit: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let beats = ReplicaBeats(atMost: limit, now: now)
    self.beats = beats
    lanes = ConnectionLanes(
      "pixy.database.replica", count: count,
      open: { try PostgreSQLConnection(address, of: .any, timeout: $0) },
      perform: { try Self.read($0, $1, beats) })
  }

  /// The age of the replica's contents when it was last read; `nil` if it never was.
  var age: Duration? { beats.age }

  /// Finds a row, as `SQLWork.find(_:_:_:)` does.
  ///
  /// - Returns: `nil` if the replica has no such row, or may not answer.
  func find<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @escaping @Sendable (inout Columns) throws -> Result
  ) async -> Result? {
    guard isUsable.withLock({ $0 }) else { return nil }
    do {
      return try await ask(sql, arguments, convert)
    } catch {
      // The next beat finds out whether it can be used again.
      isUsable.withLock { $0 = false }
      return nil
    }
  }

  private func ask<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @escaping @Sendable (inout Columns) throws -> Result
  ) async throws -> Result? {
    try await withCheckedThrowingContinuation { continuation in
      lanes.submit(
        PostgreSQLJob(
          DatabaseJob({ try $0.first(sql, arguments, convert) }, continuation),
          first: SQLStatement(sql, arguments), until: .now + Self.timeout))
    }
  }

  /// Writes a beat to the primary server, and finds out whether the replica may answer.
  ///
  /// - Parameters:
  ///   - work: The work on the primary server.
  ///   - moment: The present time of the database.
  func beat(through work: any SQLWork, at moment: Date) async {
    let newBeat = beats.begin(at: moment)
    let old = SQLValue.moment(moment - Self.longestPause)
    // Without a new beat, the replica is soon too far behind.
    try? await work.write(locking: [], first: nil) {
      try $0.perform(newBeat.sql, newBeat.arguments)
      try $0.perform("DELETE FROM replica_beats WHERE moment < ?", [old])
    }
    let probe = try? await ask("SELECT 1::bigint", []) { try $0.integer() }
    isUsable.withLock { $0 = probe != nil }
  }

  /// Does look-ups. The last beat is read with them, in one transaction: a pooler may give the next
  /// transaction another server.
  private static func read(
    _ jobs: [PostgreSQLJob], _ connection: PostgreSQLConnection, _ beats: ReplicaBeats
  ) throws -> [PostgreSQLJob.Answer] {
    let results: [PostgreSQLResult?]
    do {
      results = try connection.results(of: [beats.reading] + jobs.map(\.first))
    } catch let failure as PostgreSQLFailure {
      guard case .rejected = failure else { throw failure }
      try connection.recover()
      return jobs.map { job in { job.fail(failure) } }
    }
    var beat: Int64?
    try results[0]?.forEach { columns in
      beat = try columns.integer()
      return false
    }
    guard beats.allow(beat) else {
      return jobs.map { job in { job.fail(ServerDatabaseError(.busy, "the replica is too far behind")) } }
    }
    return zip(jobs, results.dropFirst()).map { job, result in
      do {
        return try job.run(on: connection, first: result)
      } catch {
        return { job.fail(error) }
      }
    }
  }
}
