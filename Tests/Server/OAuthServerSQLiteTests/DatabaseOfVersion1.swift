/// The tables as version 1 created them, with one or two rows of each kind. The text must never
/// change, because such files exist.
enum DatabaseOfVersion1 {
  static let sql = """
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

    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1: codes, tokens, devices');

    INSERT INTO authorization_codes VALUES
      (x'5694d08a2e53ffcae0c3103e5ad6f6076abd960eb1f8a56577040bc1028f702b',
        'g1', 'app', 'https://app.example/callback', 'S256', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'ada',
        'openid', 1800000060500000, 1802592000000000, '{"auth_time":1799999999}', CAST('nonce' AS BLOB), 0),
      (x'c1a89b6af8c5a80753af72563f1a48f0e52b4a911b1c11cf7a99673e2ffd5586',
        'g2', 'app', 'x:/', NULL, NULL, 'ada', '', 1800000060000000, 1802592000000000, '{}', NULL, 1);
    INSERT INTO issued_tokens VALUES
      (x'a0561fd649cdb6baa784055f051bad796ea0afef17fca38219549deeba4e8c1a',
        1, 'g2', 'app', 'ada', 'openid email', 1800003600000000, '{"auth_time":1799999999}', NULL),
      (x'c505a366a781c3798ed0e3963eb88acec4b02a037df20f0265b8dcfa2498a75b',
        2, 'g2', 'app', 'ada', 'openid email', 1802592000000000, '{"auth_time":1799999999}', 1800000001000000),
      (x'4bb47f186df233e48b09d241ee4defb821add0c35ac8311469fe1522c6813dd5',
        2, 'g3', 'app', 'ada', '', 1802592000000000, '{}', NULL);
    INSERT INTO revoked_grants VALUES ('g3', 1800003600000000, 0);
    INSERT INTO device_codes VALUES
      (x'263a4dbe41488fb87214b0032339dbb9f0c8da14c16dfcf13084bf3c2552eca5',
        x'04f8996da763b7a969b1028ee3007569eaf3a635486ddab211d512c85b9df8fb',
        'tv', '', 1800000600000000, 5000000, 1800000000000000, 1, 'ada', 1800000000000000);
    """
}
