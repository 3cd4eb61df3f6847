internal import Dispatch
internal import GRDB
internal import OAuthServer
internal import OAuthServerSQL
internal import Synchronization

/// Look-ups by key, each on the caller's thread, with a connection that no other thread uses
/// meanwhile.
///
/// There are as many connections as threads ever looked something up at once.
final class Lookups: Sendable {
  private struct State {
    var idle: [LookupConnection] = []
    var isClosed = false
  }

  /// The pool, which keeps the log in place: SQLite removes the log with the last connection that
  /// may write, and read-only connections can't create one. The pool is released after the idle
  /// connections, so it closes last and removes the log.
  private let pool: DatabasePool
  private let state = Mutex(State())
  /// The look-ups in progress.
  private let uses = DispatchGroup()

  /// - Parameter pool: The pool that has the database open.
  init(_ pool: DatabasePool) {
    self.pool = pool
  }

  deinit { closeIdle() }

  /// Accepts no further look-ups, waits for those in progress, and closes their connections.
  func close() {
    state.withLock { $0.isClosed = true }
    uses.wait()
    closeIdle()
  }

  private func closeIdle() { state.withLock { $0.idle.removeAll() } }

  /// Returns the first row of a statement; see ``DatabaseWork/find(_:_:_:)``.
  ///
  /// - Throws: `DatabaseError`; `ServerDatabaseError` after ``close()``; any error of `convert`.
  func first<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    try state.withLock { state in
      guard !state.isClosed else { throw ServerDatabaseError.closed }
      uses.enter()
    }
    // A function of its own has released its connection by then.
    defer { uses.leave() }
    return try find(sql, arguments, convert)
  }

  private func find<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    let connection = try state.withLock { $0.idle.popLast() } ?? LookupConnection(pool.path)
    do {
      let result = try connection.first(sql, arguments, convert)
      state.withLock { $0.idle.append(connection) }
      return result
    } catch let error as DatabaseError {
      // The connection closes, and the next look-up opens another one.
      throw error
    } catch {
      state.withLock { $0.idle.append(connection) }
      throw error
    }
  }
}
