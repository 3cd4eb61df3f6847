internal import Dispatch
internal import GRDB
public import OAuthCore
public import OAuthServer

/// An authorization server's database in one SQLite file, durable, for one or several processes of
/// one machine.
///
/// Open it, give it to the server, and run ``sweep(every:pause:failed:)`` in a task beside the
/// server. Every commit waits for the disk (`synchronous=FULL` in WAL mode), and one commit carries
/// the work of all requests that arrived during the commit before. Codes and tokens are saved as
/// hashes only.
///
/// Only its owner may read the file (0600). Back it up with SQLite's own tool (`sqlite3 FILE
/// ".backup COPY"`). A copy of the file that is made while it is in use may be damaged.
public final class SQLiteServerDatabase: Sendable {
  /// The authorization codes.
  public let codes: SQLiteAuthorizationCodeStore
  /// The issued tokens.
  public let tokens: SQLiteIssuedTokenStore
  /// The device authorizations.
  public let deviceCodes: SQLiteDeviceCodeStore
  /// The sessions of users with their browsers.
  public let sessions: SQLiteSessionStore
  /// The consents of users.
  public let consents: SQLiteConsentStore
  /// The pushed authorization requests.
  public let pushedRequests: SQLitePushedRequestStore
  /// Single-use tokens that were used: DPoP proofs and assertions.
  public let usedTokenIDs: SQLiteUsedTokenIDs
  /// Signing keys, sealed.
  public let signingKeys: SQLiteSigningKeyStore
  /// The applications that an operator registered.
  public let clients: SQLiteClientStore
  /// The applications that registered themselves.
  public let registrations: SQLiteClientRegistrationStore
  /// People, with hashes of their passwords: for a `PasswordDirectory`.
  public let people: SQLitePasswordStore
  /// Counts of wrong passwords.
  public let signInAttempts: SQLiteSignInAttemptStore

  let pool: DatabasePool
  let work: DatabaseWork
  let clock: WallClock

  private init(_ pool: DatabasePool, _ clock: WallClock) {
    self.pool = pool
    self.clock = clock
    work = DatabaseWork(pool)
    codes = SQLiteAuthorizationCodeStore(work: work)
    tokens = SQLiteIssuedTokenStore(work: work)
    deviceCodes = SQLiteDeviceCodeStore(work: work)
    sessions = SQLiteSessionStore(work: work)
    consents = SQLiteConsentStore(work: work)
    pushedRequests = SQLitePushedRequestStore(work: work)
    usedTokenIDs = SQLiteUsedTokenIDs(work: work, clock: clock)
    signingKeys = SQLiteSigningKeyStore(work: work)
    clients = SQLiteClientStore(work: work, clock: clock)
    registrations = SQLiteClientRegistrationStore(work: work)
    people = SQLitePasswordStore(work: work, clock: clock)
    signInAttempts = SQLiteSignInAttemptStore(work: work)
  }

  /// Opens a database, creates it if there is no file, and migrates an older one to this version.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file, on a local disk, in a folder that exists.
  ///   - clock: The clock that decides which rows ``sweep(every:pause:failed:)`` removes. Default:
  ///     the system's.
  /// - Returns: The open database. It closes with its last reference.
  /// - Throws: ``ServerDatabaseError``, of any kind except `unstorable`.
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

  /// Returns the stores for a server, with every feature that a store switches on.
  ///
  /// - Parameters:
  ///   - clients: The clients that the server knows. Default: those of this database.
  ///   - users: The directory of users, such as a `PasswordDirectory` over ``people``.
  public func stores(clients: (any ClientStore)? = nil, users: any UserDirectory) -> ServerStores {
    var stores = ServerStores(
      clients: clients ?? self.clients, users: users, codes: codes, tokens: tokens, deviceCodes: deviceCodes,
      sessions: sessions, consents: consents, usedTokenIDs: usedTokenIDs)
    stores.pushedRequests = pushedRequests
    stores.registrations = registrations
    stores.signInAttempts = signInAttempts
    return stores
  }
}
