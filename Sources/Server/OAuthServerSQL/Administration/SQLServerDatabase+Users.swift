public import FoundationBasics
internal import OAuthCore
public import OAuthServer

// User names are compared byte for byte.
extension SQLServerDatabase {
  /// Returns the account with a user name.
  public func account(_ username: String) async throws -> PasswordAccount? {
    // No user has such a name.
    guard let name = try? SQLValue.storable(username) else { return nil }
    return try await work.find("SELECT subject, password FROM people WHERE username = ?", [name]) {
      let subject = try $0.subject()
      guard let password = PasswordHash(text: try $0.text()) else {
        throw ServerDatabaseError.damaged("a password's hash is none")
      }
      return PasswordAccount(subject: subject, password: password)
    }
  }

  /// Returns the user with a subject identifier.
  public func user(_ subject: Subject) async throws -> User? {
    let name = try SQLValue.storable(subject.rawValue)
    return try await work.find(
      "SELECT subject, username, name, picture, email, claims, disabled FROM people WHERE subject = ?", [name]
    ) { try User(&$0) }
  }

  /// Replaces a password's hash by one conditional update.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    let values: [SQLValue] = [try .storable(new.text), try .storable(subject.rawValue), try .storable(old.text)]
    try await work.write(locking: []) {
      try $0.perform("UPDATE people SET password = ? WHERE subject = ? AND password = ?", values)
    }
  }

  /// Adds a user.
  public func addUser(_ user: User, password: PasswordHash) async throws -> Bool {
    let values =
      try user.attributes() + [.storable(user.subject.rawValue), .storable(user.username), .storable(password.text)]
    return try await work.write(locking: []) { database in
      try database.run(
        """
        INSERT INTO people (name, picture, email, claims, disabled, subject, username, password)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """, values) == 1
    }
  }

  /// Replaces a user's name, picture, email address and claims.
  public func changeUser(_ user: User) async throws -> Bool {
    let values = try user.attributes() + [.storable(user.subject.rawValue), .storable(user.username)]
    return try await work.write(locking: []) { database in
      try database.run(
        """
        UPDATE people SET name = ?, picture = ?, email = ?, claims = ?, disabled = ?
          WHERE subject = ? AND username = ?
        """, values) == 1
    }
  }

  /// Removes a user with everything that was issued in the user's name, a thousand rows in each
  /// transaction.
  public func removeUser(_ username: String) async throws -> Bool {
    let name = try SQLValue.storable(username)
    let subject = try await work.write(locking: [.longStep]) { database in
      let subject = try database.first("SELECT subject FROM people WHERE username = ?", [name]) { try $0.subject() }
      if let subject {
        try database.perform("DELETE FROM people WHERE username = ?", [name])
        try database.perform("DELETE FROM sessions WHERE subject = ?", [try .storable(subject.rawValue)])
      }
      return subject
    }
    guard let subject else { return false }
    try await endGrants(of: subject, to: nil)
    return true
  }

  /// Ends everything that a user allowed, to one client or to all, a thousand rows in each
  /// transaction.
  ///
  /// It reads all tokens: some tens of seconds for ten million, in which requests are answered.
  public func endGrants(of subject: Subject, to clientID: String?) async throws {
    try await OwnedRecords(of: .user(subject, client: clientID), in: work, clock: clock).remove()
  }

  /// Returns the clients that have a refresh token of a user. It reads all tokens, in many short reads.
  public func clientsWithRefreshTokens(of subject: Subject, at moment: Date) async throws -> [String] {
    try await clientsWithRefreshTokens(of: subject, at: moment, rowsPerRead: 20_000)
  }

  /// - Parameter rows: The tokens of each read, at least 1. A read ends before the database's timeout.
  package func clientsWithRefreshTokens(
    of subject: Subject, at moment: Date, rowsPerRead rows: Int64
  ) async throws -> [String] {
    let values: [SQLValue] = [try .storable(subject.rawValue), IssuedToken.Kind.refresh.value, .moment(moment)]
    var clients: Set<String> = []
    var position: [UInt8]? = []
    while let start = position {
      let (end, userRows) = try await work.read { database in
        let end = try database.first(
          "SELECT hash FROM issued_tokens WHERE hash > ? ORDER BY hash LIMIT 1 OFFSET ?",
          [.bytes(start), .integer(rows - 1)]
        ) { try $0.bytes() }
        let userRows = try database.all(
          """
          SELECT DISTINCT client FROM issued_tokens
            WHERE hash > ?\(end == nil ? "" : " AND hash <= ?")
              AND subject = ? AND kind = ? AND expires > ? AND spent_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
          """, [.bytes(start)] + (end.map { [.bytes($0)] } ?? []) + values
        ) { try $0.text() }
        return (end, userRows)
      }
      clients.formUnion(userRows)
      position = end
    }
    return clients.sorted()
  }

  /// Removes counts of wrong passwords.
  public func removeSignInCounts(_ keys: [SignInAttemptKey]) async throws -> Int {
    try await work.write(locking: keys.map { .signInCount($0) }) { database in
      try keys.reduce(0) { removed, key in
        try removed + database.run("DELETE FROM sign_in_attempts WHERE key = ?", [.bytes(key.bytes)])
      }
    }
  }

  /// Returns all users.
  public func allUsers() async throws -> [User] {
    try await work.read { database in
      try database.all(
        "SELECT subject, username, name, picture, email, claims, disabled FROM people ORDER BY username", []
      ) {
        try User(&$0)
      }
    }
  }
}

extension User {
  /// Returns the columns that an operator can change, in the order of the statements.
  fileprivate func attributes() throws -> [SQLValue] {
    [
      try .storable(name), try .storable(picture), try .storable(email), try .json(.object(claims)),
      .integer(isDisabled ? 1 : 0),
    ]
  }

  fileprivate init(_ columns: inout Columns) throws {
    self.init(
      subject: try columns.subject(), username: try columns.text(), name: try columns.text(),
      picture: try columns.optionalText(), email: try columns.optionalText(), claims: try columns.members(),
      isDisabled: try columns.integer() != 0)
  }
}
