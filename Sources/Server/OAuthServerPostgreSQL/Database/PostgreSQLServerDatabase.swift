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
    /// The replica that may answer for introspection and UserInfo. Default: `nil`, no replica.
    public var replica: Replica?

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

  /// A read replica: a standby of PostgreSQL that answers queries.
  ///
  /// It answers the look-ups of the introspection and UserInfo endpoints: the token, its client and its
  /// user. So a revoked token may stay active, and a removed client may introspect, for as long as
  /// ``limit`` says. A row that the replica lacks is looked up at the primary server, so a token is
  /// active as soon as it is issued. While the replica is away or further behind, the primary server
  /// answers.
  public struct Replica: Sendable, Hashable {
    /// A connection string of libpq, as for ``PostgreSQLServerDatabase/open(_:options:clock:)``. Of
    /// several servers, the first that answers is used.
    public var address: String
    /// The greatest age of an answer, from 1 to 60 s. It is measured from the moment at which a change
    /// was committed.
    public var limit: Duration

    /// Creates the settings of a replica.
    ///
    /// - Parameters:
    ///   - address: A connection string of libpq.
    ///   - limit: The greatest age of an answer, from 1 to 60 s. Others are changed to the nearest.
    public init(_ address: String, atMost limit: Duration) {
      self.address = address
      self.limit = min(max(limit, .seconds(1)), .seconds(60))
    }
  }

  let work: PostgreSQLWork
  let replica: ReplicaLookups?
  private let beating: Task<Void, Never>?
  /// The connections on which the shared operations work.
  public let connections: SQLConnections

  private init(_ address: String, _ options: Options, _ clock: WallClock?, _ databaseClock: DatabaseClock) {
    let replica = options.replica.map {
      ReplicaLookups($0.address, connections: (options.connections + 1) / 2, atMost: $0.limit)
    }
    let work = PostgreSQLWork(
      address, connections: options.connections, timeout: options.timeout, clock: databaseClock, replica: replica)
    let clock = clock ?? databaseClock.wallClock
    self.work = work
    self.replica = replica
    connections = SQLConnections(work, clock: clock)
    let pause = options.replica.map { $0.limit / 4 }
    beating = replica.flatMap { replica in
      pause.map { pause in
        Task {
          while !Task.isCancelled {
            await replica.beat(through: work, at: clock.now())
            try? await Task.sleep(for: pause)
          }
        }
      }
    }
  }

  deinit { beating?.cancel() }

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
    try await PostgreSQLTables.blocking { () throws(ServerDatabaseError) in
      try connect(address, options: options, clock: clock)
    }
  }

  /// Opens a database as ``open(_:options:clock:)`` does, and blocks the thread meanwhile.
  static func connect(
    _ address: String, options: Options = Options(), clock: WallClock?
  ) throws(ServerDatabaseError) -> PostgreSQLServerDatabase {
    let databaseClock = DatabaseClock()
    do {
      let connection = try PostgreSQLConnection(address)
      try PostgreSQLSchema.prepare(connection)
      try databaseClock.read(from: connection)
    } catch {
      throw ServerDatabaseError(during: error)
    }
    return PostgreSQLServerDatabase(address, options, clock, databaseClock)
  }
}
