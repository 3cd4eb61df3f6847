internal import GRDB
internal import OAuthServerSQL
internal import Synchronization

/// Look-ups by key, each on the caller's thread, with a connection that no other thread uses
/// meanwhile.
///
/// There are as many connections as threads ever looked something up at once. They close with this
/// object.
final class Lookups: Sendable {
  /// The pool, which keeps the log in place: SQLite removes the log with the last connection that
  /// may write, and read-only connections can't create one. The pool is released after ``idle``, so
  /// it closes last and removes the log.
  private let pool: DatabasePool
  private let idle = Mutex<[LookupConnection]>([])

  /// - Parameter pool: The pool that has the database open.
  init(_ pool: DatabasePool) {
    self.pool = pool
  }

  deinit {
    idle.withLock { $0.removeAll() }
  }

  /// Returns the first row of a statement; see ``DatabaseWork/find(_:_:_:)``.
  ///
  /// - Throws: `DatabaseError`; any error of `convert`.
  func first<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    let connection = try idle.withLock { $0.popLast() } ?? LookupConnection(pool.path)
    do {
      let result = try connection.first(sql, arguments, convert)
      idle.withLock { $0.append(connection) }
      return result
    } catch let error as DatabaseError {
      // The connection closes, and the next look-up opens another one.
      throw error
    } catch {
      idle.withLock { $0.append(connection) }
      throw error
    }
  }
}
