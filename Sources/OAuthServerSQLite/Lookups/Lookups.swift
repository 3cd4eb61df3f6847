internal import GRDB
internal import Synchronization

/// Look-ups by key, each on the thread that asks, with a connection that nobody else uses meanwhile.
///
/// There are as many connections as threads ever asked at once; they close with this.
final class Lookups: Sendable {
  /// Keeps the log in place: SQLite removes it with the last connection that may write, and these can't make one. As it is released after
  /// ``idle``, it is also the one that closes last and tidies up.
  private let pool: DatabasePool
  private let idle = Mutex<[LookupConnection]>([])

  /// - Parameter pool: has the database open.
  init(_ pool: DatabasePool) {
    self.pool = pool
  }

  deinit {
    idle.withLock { $0.removeAll() }
  }

  /// The first row that a statement gives; see ``DatabaseWork/find(_:_:_:)``.
  ///
  /// - Throws: `DatabaseError`; what `read` throws.
  func first<Result: Sendable>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    let connection = try idle.withLock { $0.popLast() } ?? LookupConnection(pool.path)
    do {
      let result = try connection.first(sql, arguments, read)
      idle.withLock { $0.append(connection) }
      return result
    } catch let error as DatabaseError {
      // It closes, and the next look-up opens another one: whatever it was, it isn't kept.
      throw error
    } catch {
      idle.withLock { $0.append(connection) }
      throw error
    }
  }
}
