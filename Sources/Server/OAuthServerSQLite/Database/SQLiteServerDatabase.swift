internal import Dispatch
internal import GRDB
public import OAuthCore
public import OAuthServer
public import OAuthServerSQL

/// An authorization server's database in one SQLite file, durable, for one or several processes of
/// one machine.
///
/// Open it, pass it to the server, and run ``sweep(every:pause:failed:)`` in a task beside the
/// server. It is also the server's `ClientStore` of the clients that an operator registered, and
/// the `PasswordStore` for a `PasswordDirectory`. Every commit waits for the disk
/// (`synchronous=FULL` in WAL mode), and one commit carries the work of all requests that arrived
/// during the commit before. Codes and tokens are saved as hashes only.
///
/// Only its owner may read the file (0600). Back it up with SQLite's own tool (`sqlite3 FILE
/// ".backup COPY"`). A copy of the file that is made while it is in use may be damaged. Call ``close()``
/// before the program ends.
public final class SQLiteServerDatabase: SQLServerDatabase {
  let pool: DatabasePool
  let work: DatabaseWork
  /// The connections on which the shared operations work.
  public let connections: SQLConnections

  private init(_ pool: DatabasePool, _ clock: WallClock) {
    self.pool = pool
    work = DatabaseWork(pool)
    connections = SQLConnections(work, clock: clock)
  }

  /// Opens a database, creates it if there is no file, and migrates an older one to this version.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file, on a local disk, in a folder that exists.
  ///   - clock: The clock of ``sweep(every:pause:failed:)`` and of `ServerAdministration`, whose
  ///     functions get no moment. Default: the system's.
  /// - Returns: The open database. It closes with ``close()``, or with its last reference.
  /// - Throws: `ServerDatabaseError`, of any kind except `unstorable`.
  public static func open(path: String, clock: WallClock = .system) async throws(ServerDatabaseError)
    -> SQLiteServerDatabase
  {
    let pool = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<DatabasePool, ServerDatabaseError>, Never>) in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          returning: Result { () throws(ServerDatabaseError) in try DatabaseConnections.open(path) })
      }
    }
    return SQLiteServerDatabase(try pool.get(), clock)
  }

  /// Waits for the operations in progress, moves the log into the file, and closes every connection.
  ///
  /// Without it, a program that ends while a task still refers to the database leaves the log beside
  /// the file, and a copy of the file lacks what the log has.
  public func close() async { await work.close { [pool] in DatabaseConnections.close(pool) } }
}
