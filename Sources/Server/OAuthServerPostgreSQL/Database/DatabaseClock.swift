internal import FoundationBasics
internal import OAuthCore
internal import Synchronization

/// The clock of the database's machine, as it was when a connection was opened, plus the time since.
///
/// Processes whose own clocks differ agree on it. A leeway or a lifetime of a minute would otherwise
/// end at once for a process whose clock is a minute ahead.
final class DatabaseClock: Sendable {
  private let reading = Mutex<(moment: Date, instant: ContinuousClock.Instant)?>(nil)

  var wallClock: WallClock { WallClock { self.now() } }

  private func now() -> Date {
    guard let (moment, instant) = reading.withLock({ $0 }) else { return Date() }
    return moment.addingTimeInterval((ContinuousClock.now - instant) / .seconds(1))
  }

  /// Reads the clock of a connection's server.
  func read(from connection: PostgreSQLConnection) throws {
    let start = ContinuousClock.now
    let microseconds = try PostgreSQLTransaction(connection).first(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint", []
    ) { try $0.integer() }
    let end = ContinuousClock.now
    guard let microseconds else { return }
    let moment = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    reading.withLock { $0 = (moment, start + (end - start) / 2) }
    try connection.synchronize()
  }
}
