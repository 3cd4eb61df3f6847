internal import Dispatch
public import OAuthCore
public import OAuthServer
public import OAuthServerSQL

/// An authorization server's database in PostgreSQL, for any number of processes and machines.
///
/// Open it, pass it to the server, and run `sweep(every:pause:failed:)` in a task beside the server.
/// It is also the server's `ClientStore` of the clients that an operator registered, and the
/// `PasswordStore` for a `PasswordDirectory`. Codes and tokens are saved as hashes only.
///
/// A change is durable when its function returns: the server must run with `fsync` and
/// `synchronous_commit`. To lose nothing with a machine, set up a synchronous standby.
///
/// If a connection breaks during a commit, the commit is in doubt. The database then connects again,
/// to another server if the address names several, and repeats the operation under its `RequestKey`.
/// The caller gets an error only after ``Options/timeout``.
public final class PostgreSQLServerDatabase: SQLServerDatabase {
  /// The settings of a database that have defaults.
  public struct Options: Sendable, Hashable {
    /// The number of connections that change the database, from 1 to 100. Half as many, rounded up, only
    /// read. With one connection more operations share a transaction, which is faster on a machine with
    /// few processors. Default: 1.
    public var connections: Int
    /// The time for which an operation is attempted while no server answers. It must be shorter than the
    /// leeway of refresh tokens. Default: 15 s.
    public var timeout: Duration

    /// Creates the settings.
    ///
    /// - Parameters:
    ///   - connections: The number of connections that change the database, from 1 to 100. Default: 1.
    ///   - timeout: The time for which an operation is attempted. Default: 15 s.
    public init(connections: Int = 1, timeout: Duration = .seconds(15)) {
      self.connections = min(max(connections, 1), 100)
      self.timeout = timeout
    }
  }

  let work: PostgreSQLWork
  /// The connections on which the shared operations work.
  public let connections: SQLConnections

  private init(_ address: String, _ options: Options, _ clock: WallClock?, _ databaseClock: DatabaseClock) {
    work = PostgreSQLWork(
      address, connections: options.connections, timeout: options.timeout, clock: databaseClock)
    connections = SQLConnections(work, clock: clock ?? databaseClock.wallClock)
  }

  /// Connects to a database, creates the tables if it has none, and migrates older ones to this
  /// version.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq: a URI such as
  ///     `postgresql://pixy@db1,db2/pixy?sslmode=verify-full`, or keywords and values. It may name
  ///     several servers, of which the one that accepts changes is used. What it leaves out comes from
  ///     libpq's variables and files (`PGPASSFILE`, `PGSERVICE`).
  ///   - options: The number of connections, and timeouts.
  ///   - clock: The database's `clock`. Default: that of the machine on which PostgreSQL runs. Pass the
  ///     database's `clock` to the server too, so that all processes have one clock.
  /// - Returns: The open database. Its connections close with its last reference.
  /// - Throws: `ServerDatabaseError`: `unreachable`, `foreign` if the schema has the tables of another
  ///   program, `newerVersion`, `notDurable`, or `failed`.
  public static func open(
    _ address: String, options: Options = Options(), clock: WallClock? = nil
  ) async throws(ServerDatabaseError) -> PostgreSQLServerDatabase {
    let databaseClock = DatabaseClock()
    let opened = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, ServerDatabaseError>, Never>) in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          returning: Result { () throws(ServerDatabaseError) in
            do {
              let connection = try PostgreSQLConnection(address)
              try PostgreSQLSchema.prepare(connection)
              try databaseClock.read(from: connection)
            } catch {
              throw ServerDatabaseError(during: error)
            }
          })
      }
    }
    try opened.get()
    return PostgreSQLServerDatabase(address, options, clock, databaseClock)
  }
}
