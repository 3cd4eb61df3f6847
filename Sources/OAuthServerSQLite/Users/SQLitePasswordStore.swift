#if SQLite
internal import GRDB
internal import OAuthCore
public import OAuthServer

/// People and hashes of their passwords in a ``SQLiteServerDatabase``. User names are compared octet for octet.
public struct SQLitePasswordStore: PasswordStore {
  let work: DatabaseWork

  /// Who has exactly this user name.
  /// - Parameter username: the user name.
  /// - Throws: ``ServerDatabaseError``.
  public func account(_ username: String) async throws -> PasswordAccount? {
    // Nobody has such a name.
    guard let name = try? DatabaseValue.text(username) else { return nil }
    return try work.find("SELECT subject, password FROM people WHERE username = ?", [name]) {
      let subject = try $0.subject()
      guard let password = PasswordHash(text: try $0.text()) else {
        throw ServerDatabaseError.damaged("a password's hash is none")
      }
      return PasswordAccount(subject: subject, password: password)
    }
  }

  /// The person with this subject identifier.
  /// - Parameter subject: who it is.
  /// - Throws: ``ServerDatabaseError``.
  public func user(_ subject: Subject) async throws -> User? {
    let name = try DatabaseValue.text(subject.rawValue)
    return try work.find(
      "SELECT subject, username, name, picture, email, claims FROM people WHERE subject = ?", [name]
    ) { try User(&$0) }
  }

  /// Compares and replaces a hash by one conditional update.
  /// - Parameters:
  ///   - old: what the hash still has to be.
  ///   - new: what it becomes.
  ///   - subject: whose.
  /// - Throws: ``ServerDatabaseError``.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    let values: [DatabaseValue] = [try .text(new.text), try .text(subject.rawValue), try .text(old.text)]
    try await work.write {
      _ = try $0.run("UPDATE people SET password = ? WHERE subject = ? AND password = ?", values)
    }
  }

  /// Adds somebody, for who administers the server.
  /// - Parameters:
  ///   - user: who it is.
  ///   - password: what `PasswordHasher` made of their password.
  /// - Returns: `false`, having kept nothing, if the user name or the subject is somebody's already.
  /// - Throws: ``ServerDatabaseError``.
  public func add(_ user: User, password: PasswordHash) async throws -> Bool {
    let values: [DatabaseValue] = [
      try .text(user.subject.rawValue), try .text(user.username), try .text(user.name),
      try user.picture.map { try .text($0) } ?? .null, try user.email.map { try .text($0) } ?? .null,
      try .text(String(decoding: JSONValue.object(user.claims).octets(), as: UTF8.self)), try .text(password.text),
    ]
    return try await work.write { database in
      try database.run(
        """
        INSERT OR IGNORE INTO people (subject, username, name, picture, email, claims, password) VALUES (?, ?, ?, ?, ?, ?, ?)
        """, values) == 1
    }
  }

  /// Removes somebody; their tokens stop working at the UserInfo endpoint.
  /// - Parameter username: their user name.
  /// - Returns: whether there was somebody.
  /// - Throws: ``ServerDatabaseError``.
  public func remove(_ username: String) async throws -> Bool {
    let name = try DatabaseValue.text(username)
    return try await work.write { try $0.run("DELETE FROM people WHERE username = ?", [name]) == 1 }
  }

  /// Everybody, by user name.
  /// - Throws: ``ServerDatabaseError``.
  public func users() async throws -> [User] {
    try await work.read { database in
      try database.all("SELECT subject, username, name, picture, email, claims FROM people ORDER BY username", []) {
        try User(&$0)
      }
    }
  }
}

extension User {
  fileprivate init(_ columns: inout Columns) throws {
    let subject = try columns.subject()
    let username = try columns.text()
    let name = try columns.text()
    let picture = try columns.optionalText()
    let email = try columns.optionalText()
    guard let claims = try? JSONValue(octets: Array(try columns.text().utf8)).object else {
      throw ServerDatabaseError.damaged("a person's claims are none")
    }
    self.init(subject: subject, username: username, name: name, picture: picture, email: email, claims: claims)
  }
}
#endif
