internal import GRDB
internal import OAuthCore
internal import OAuthServer

/// The tables, and the migrations that lead to them. A migration that was released never changes.
/// New ones follow it.
///
/// Keys are hashes, and rows are found by them in the table itself, without a second tree (`WITHOUT
/// ROWID`). Codes and tokens have no indexes for expiry or grants, because each index would cost
/// every write one more page. Sweeps go through the tables in the order of their keys instead. A
/// revoked grant is one row, which every look-up and every save reads.
enum DatabaseSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(firstMigration) { try $0.execute(sql: codesTokensDevices) }
    migrator.registerMigration("2: people, clients, sessions, requests, keys") { try $0.execute(sql: everythingElse) }
    migrator.registerMigration("3: issuer") { try $0.execute(sql: issuer) }
    migrator.registerMigration("4: devices' details, wrong codes by address") { try $0.execute(sql: devices) }
    migrator.registerMigration("5: request keys") { try $0.execute(sql: requestKeys) }
    migrator.registerMigration("6: clients' secret methods") { try $0.execute(sql: secretMethods) }
    migrator.registerMigration("7: users who are locked out") { try $0.execute(sql: disabledUsers) }
    migrator.registerMigration("8: audit records") { try $0.execute(sql: auditRecords) }
    migrator.registerMigration("9: successors of refresh tokens") { try $0.execute(sql: successors) }
    migrator.registerMigration("10: sessions' browsers, scopes without a question") { try $0.execute(sql: browsers) }
    migrator.registerMigration("11: mismatches of clients") { try $0.execute(sql: mismatches) }
    return migrator
  }

  private static let firstMigration = "1: codes, tokens, devices"

  /// Checks that a file has no tables, or those of the server.
  ///
  /// The first migration, which GRDB records together with its tables, is the server's mark.
  /// - Throws: ``ServerDatabaseError/Kind/foreign``.
  static func checkOwner(of database: Database, at path: String) throws {
    let tables = try String.fetchSet(
      database, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    guard !tables.isEmpty else { return }
    if tables.contains("grdb_migrations") {
      let migrations = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
      // The empty table is there a moment before the first migration.
      if migrations.contains(firstMigration) || tables.count == 1 && migrations.isEmpty { return }
    }
    throw ServerDatabaseError(.foreign, "\(UntrustedText(path)) has the tables of another program")
  }

  /// Moments are microseconds since 1970. `details` is the text of `ApprovalDetails`.
  private static let codesTokensDevices = """
    CREATE TABLE authorization_codes (
      hash BLOB NOT NULL PRIMARY KEY,
      grant_id TEXT NOT NULL,
      client TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      challenge_method TEXT,
      challenge TEXT,
      subject TEXT NOT NULL,
      scope TEXT NOT NULL,
      expires INTEGER NOT NULL,
      remembered_until INTEGER NOT NULL,
      details TEXT NOT NULL,
      nonce BLOB,
      spent INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE issued_tokens (
      hash BLOB NOT NULL PRIMARY KEY,
      kind INTEGER NOT NULL,
      grant_id TEXT NOT NULL,
      client TEXT NOT NULL,
      subject TEXT NOT NULL,
      scope TEXT NOT NULL,
      expires INTEGER NOT NULL,
      details TEXT NOT NULL,
      spent_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE revoked_grants (
      grant_id TEXT NOT NULL PRIMARY KEY,
      refused_until INTEGER NOT NULL,
      sweep_round INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device_codes (
      device_code BLOB NOT NULL PRIMARY KEY,
      user_code BLOB NOT NULL,
      client TEXT NOT NULL,
      scope TEXT NOT NULL,
      expires INTEGER NOT NULL,
      poll_interval INTEGER NOT NULL,
      last_poll INTEGER,
      state INTEGER NOT NULL,
      subject TEXT,
      authenticated_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_codes_by_user_code ON device_codes (user_code, expires);

    CREATE TABLE wrong_user_codes (
      minute INTEGER NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sweeps (
      name TEXT NOT NULL PRIMARY KEY,
      round INTEGER NOT NULL,
      position BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sweeps VALUES ('authorization_codes', 0, x''), ('issued_tokens', 0, x''), ('device_codes', 0, x'');
    """

  private static let everythingElse = """
    CREATE TABLE sessions (
      id TEXT NOT NULL PRIMARY KEY,
      cookie BLOB NOT NULL UNIQUE,
      subject TEXT NOT NULL,
      authenticated INTEGER NOT NULL,
      context TEXT,
      methods TEXT NOT NULL,
      idle_until INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_subject ON sessions (subject);
    CREATE TABLE session_grants (
      session TEXT NOT NULL,
      grant_id TEXT NOT NULL,
      client TEXT NOT NULL,
      is_offline INTEGER NOT NULL,
      PRIMARY KEY (session, grant_id, client, is_offline)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER session_grants_go_with_their_session AFTER DELETE ON sessions BEGIN
      DELETE FROM session_grants WHERE session = old.id;
    END;

    CREATE TABLE consents (
      subject TEXT NOT NULL,
      client TEXT NOT NULL,
      scope TEXT NOT NULL,
      details_types TEXT NOT NULL,
      given INTEGER NOT NULL,
      PRIMARY KEY (subject, client)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pushed_requests (
      hash BLOB NOT NULL PRIMARY KEY,
      client TEXT NOT NULL,
      parameters BLOB NOT NULL,
      expires INTEGER NOT NULL,
      completable_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE used_tokens (
      id BLOB NOT NULL PRIMARY KEY,
      used_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE signing_keys (
      key_id TEXT NOT NULL PRIMARY KEY,
      algorithm TEXT NOT NULL,
      signs_from INTEGER NOT NULL,
      published_until INTEGER,
      sealed BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE clients (
      id TEXT NOT NULL PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE registrations (
      id TEXT NOT NULL PRIMARY KEY,
      json TEXT NOT NULL,
      words TEXT NOT NULL,
      token_hash BLOB NOT NULL,
      issued INTEGER NOT NULL,
      unused_until INTEGER,
      is_open INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX registrations_by_time ON registrations (issued);

    CREATE TABLE people (
      subject TEXT NOT NULL PRIMARY KEY,
      username TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      picture TEXT,
      email TEXT,
      claims TEXT NOT NULL,
      password TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sign_in_attempts (
      key BLOB NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      holds_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    INSERT INTO sweeps VALUES ('sessions', 0, x''), ('pushed_requests', 0, x''), ('used_tokens', 0, x''),
      ('sign_in_attempts', 0, x'');
    """

  /// One row: the issuer that the server had when it ran last.
  private static let issuer = """
    CREATE TABLE issuer (
      id INTEGER NOT NULL PRIMARY KEY CHECK (id = 0),
      text TEXT NOT NULL
    ) STRICT;
    """

  /// The requests of a device beyond scopes, and how its user was recognized, as text of
  /// `ApprovalDetails`.
  private static let devices = """
    ALTER TABLE device_codes ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
    UPDATE device_codes SET details = '{"auth_time":' || (authenticated_at / 1000000) || '}'
      WHERE authenticated_at IS NOT NULL;
    ALTER TABLE device_codes DROP COLUMN authenticated_at;

    CREATE TABLE wrong_user_codes_by_address (
      minute INTEGER NOT NULL,
      address BLOB NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (minute, address)
    ) STRICT, WITHOUT ROWID;
    """

  /// The keys of the requests that spent, ended or counted something. Each column is at the end of
  /// its row, so that adding it changes no row.
  /// Before, every client with a secret was saved with `client_secret_basic` and could use both
  /// methods. It still can.
  private static let secretMethods = """
    UPDATE clients SET json = json_remove(json, '$.token_endpoint_auth_method')
      WHERE json_extract(json, '$.token_endpoint_auth_method') = 'client_secret_basic';
    UPDATE registrations SET json = json_remove(json, '$.token_endpoint_auth_method')
      WHERE json_extract(json, '$.token_endpoint_auth_method') = 'client_secret_basic';
    """

  /// The encrypted refresh token that has replaced a spent one, for a second use within the leeway.
  private static let successors = "ALTER TABLE issued_tokens ADD COLUMN successor BLOB;"

  private static let disabledUsers = "ALTER TABLE people ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;"

  /// What a client got while its users weren't asked, and where a session began.
  private static let browsers = """
    ALTER TABLE consents ADD COLUMN unasked TEXT NOT NULL DEFAULT '';
    ALTER TABLE sessions ADD COLUMN browser TEXT;
    ALTER TABLE sessions ADD COLUMN address TEXT;
    """

  /// The last difference of each kind between a program and its client's registration.
  private static let mismatches = """
    CREATE TABLE client_mismatches (
      client TEXT NOT NULL,
      mismatch TEXT NOT NULL,
      sent TEXT NOT NULL,
      moment INTEGER NOT NULL,
      PRIMARY KEY (client, mismatch)
    ) STRICT, WITHOUT ROWID;
    """

  /// Records are appended, and removed from the beginning.
  private static let auditRecords = """
    CREATE TABLE audit_records (
      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      kept_until INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    """

  private static let requestKeys = """
    ALTER TABLE authorization_codes ADD COLUMN spent_by BLOB;
    ALTER TABLE issued_tokens ADD COLUMN spent_by BLOB;
    ALTER TABLE device_codes ADD COLUMN decided_by BLOB;
    ALTER TABLE device_codes ADD COLUMN polled_by BLOB;
    ALTER TABLE device_codes ADD COLUMN polled_early INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN ended_by BLOB;
    ALTER TABLE sessions ADD COLUMN ended_at INTEGER;
    ALTER TABLE pushed_requests ADD COLUMN consumed_by BLOB;
    ALTER TABLE used_tokens ADD COLUMN used_by BLOB;

    CREATE TABLE counted_attempts (
      attempt BLOB NOT NULL PRIMARY KEY,
      recognized_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sweeps VALUES ('counted_attempts', 0, x'');
    """
}
