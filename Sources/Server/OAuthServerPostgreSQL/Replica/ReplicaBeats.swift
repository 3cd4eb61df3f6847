internal import FoundationBasics
internal import OAuthServerSQL
internal import Synchronization

/// The beats that a process writes to the primary server, to know how far a replica is behind.
///
/// A replica that has a beat has everything that was committed before the beat began. No clock of
/// another machine is involved, and a replica that follows a former primary never gets a new beat.
final class ReplicaBeats: Sendable {
  /// The number of beats whose beginnings are known. A replica with an older beat is too far behind.
  private static let most = 128

  private struct State {
    var last: Int64 = 0
    var beginnings: [Int64: ContinuousClock.Instant] = [:]
    var newestOnReplica: ContinuousClock.Instant?
  }

  /// The name of this process in the table.
  let process: String
  private let limit: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: The greatest age of a replica's contents.
  ///   - now: The present moment.
  init(atMost limit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    process = UUID().uuidString
    self.limit = limit
    self.now = now
  }

  /// Begins a beat.
  ///
  /// - Parameter moment: The present time of the database.
  /// - Returns: The statement that writes it.
  func begin(at moment: Date) -> SQLStatement {
    let number = state.withLock { state in
      state.last += 1
      state.beginnings[state.last] = now()
      state.beginnings[state.last - Int64(Self.most)] = nil
      return state.last
    }
    return SQLStatement(
      """
      INSERT INTO replica_beats (process, beat, moment) VALUES (?, ?, ?)
        ON CONFLICT (process) DO UPDATE SET beat = excluded.beat, moment = excluded.moment
      """, [.text(process), .integer(number), .moment(moment)])
  }

  /// The statement that reads the last beat.
  var reading: SQLStatement {
    SQLStatement("SELECT beat FROM replica_beats WHERE process = ?", [.text(process)])
  }

  /// Returns whether a replica with this beat may answer.
  ///
  /// - Parameter beat: The beat that was read there before the answer; `nil` if it had none.
  func allow(_ beat: Int64?) -> Bool {
    state.withLock { state in
      guard let beat, let beginning = state.beginnings[beat] else { return false }
      state.newestOnReplica = max(beginning, state.newestOnReplica ?? beginning)
      return now() - beginning <= limit
    }
  }

  /// The age of the newest contents that a replica had; `nil` before the first.
  var age: Duration? { state.withLock { state in state.newestOnReplica.map { now() - $0 } } }
}
