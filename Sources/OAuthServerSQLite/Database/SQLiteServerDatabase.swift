internal import Dispatch
internal import GRDB
public import OAuthCore
public import OAuthServer

/// An authorization server's stores in one SQLite file: durable, and fit for several processes of one machine.
///
/// Whoever starts a server opens one, gives ``stores(clients:users:)`` to `AuthorizationServer`, and runs ``sweep(every:pause:failed:)`` in a
/// task beside it. What a call acknowledged is on the disk: every commit waits for it (`synchronous=FULL` in WAL mode), and one
/// commit carries the work of all requests that came while the last one was under way. No code and no token is kept, only
/// their hashes.
///
/// The file is for its owner alone (0600). Back it up with SQLite's own means (`sqlite3 FILE ".backup COPY"`), never by
/// copying it while it is in use.
public final class SQLiteServerDatabase: Sendable {
  /// Where authorization codes wait.
  public let codes: SQLiteAuthorizationCodeStore
  /// What the server knows about the tokens it gave.
  public let tokens: SQLiteIssuedTokenStore
  /// Where sign-ins on devices wait.
  public let deviceCodes: SQLiteDeviceCodeStore
  /// Who is signed in with which browser.
  public let sessions: SQLiteSessionStore
  /// What people have allowed.
  public let consents: SQLiteConsentStore
  /// Where pushed authorization requests wait.
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

  /// Opens a database, or makes it if there is no file, and brings an older one to the tables of this version.
  ///
  /// - Parameters:
  ///   - path: where the file is; absolute, on a local disk, in a folder that is there.
  ///   - clock: decides what ``sweep(every:pause:failed:)`` may forget.
  /// - Returns: the open database. It closes when the last reference to it and to its stores is gone.
  /// - Throws: ``ServerDatabaseError``, of any kind but `unstorable`.
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

  /// The stores for a server: all that this database has.
  ///
  /// - Parameters:
  ///   - clients: the applications that the server knows; those of this database unless said.
  ///   - users: who can sign in; a `PasswordDirectory` over ``people``, for example.
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
