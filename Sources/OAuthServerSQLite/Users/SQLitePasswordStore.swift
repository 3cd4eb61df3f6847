internal import GRDB
internal import OAuthCore
public import OAuthServer

/// Users and the hashes of their passwords in a ``SQLiteServerDatabase``. User names are compared
/// byte for byte.
public struct SQLitePasswordStore: PasswordStore {
  let work: DatabaseWork
  let clock: WallClock

  /// Returns the account with exactly this user name.
  /// - Parameter username: The user name.
  /// - Throws: ``ServerDatabaseError``.
  public func account(_ username: String) async throws -> PasswordAccount? {
    // No user has such a name.
    guard let name = try? DatabaseValue.text(username) else { return nil }
    return try work.find("SELECT subject, password FROM people WHERE username = ?", [name]) {
      let subject = try $0.subject()
      guard let password = PasswordHash(text: try $0.text()) else {
        throw ServerDatabaseError.damaged("a password's hash is none")
      }
      return PasswordAccount(subject: subject, password: password)
    }
  }

  /// Returns the user with a subject identifier.
  /// - Parameter subject: The subject identifier.
  /// - Throws: ``ServerDatabaseError``.
  public func user(_ subject: Subject) async throws -> User? {
    let name = try DatabaseValue.text(subject.rawValue)
    return try work.find(
      "SELECT subject, username, name, picture, email, claims FROM people WHERE subject = ?", [name]
    ) { try User(&$0) }
  }

  /// Replaces a password's hash by one conditional update.
  /// - Parameters:
  ///   - old: The hash that is replaced. Another one is left as it is.
  ///   - new: The new hash.
  ///   - subject: The user.
  /// - Throws: ``ServerDatabaseError``.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    let values: [DatabaseValue] = [try .text(new.text), try .text(subject.rawValue), try .text(old.text)]
    try await work.write {
      _ = try $0.run("UPDATE people SET password = ? WHERE subject = ? AND password = ?", values)
    }
  }

  /// Adds a user.
  /// - Parameters:
  ///   - user: The user.
  ///   - password: The hash that `PasswordHasher` made of the password.
  /// - Returns: `false`, with nothing changed, if another user has the user name or the subject.
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
        INSERT OR IGNORE INTO people (subject, username, name, picture, email, claims, password)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """, values) == 1
    }
  }

  /// Replaces the attributes of a user. The password stays as it is.
  /// - Parameter user: The new attributes, of the user with this subject and user name.
  /// - Returns: `false`, with nothing changed, if there is no such user.
  /// - Throws: ``ServerDatabaseError``.
  public func change(_ user: User) async throws -> Bool {
    let values: [DatabaseValue] = [
      try .text(user.name), try user.picture.map { try .text($0) } ?? .null,
      try user.email.map { try .text($0) } ?? .null,
      try .text(String(decoding: JSONValue.object(user.claims).octets(), as: UTF8.self)),
      try .text(user.subject.rawValue), try .text(user.username),
    ]
    return try await work.write { database in
      try database.run(
        "UPDATE people SET name = ?, picture = ?, email = ?, claims = ? WHERE subject = ? AND username = ?", values)
        == 1
    }
  }

  /// Removes a user with everything that was issued in the user's name. A user that is added later
  /// with the same subject inherits nothing.
  ///
  /// Nothing of it can be used from the first moment on, and the user has no session. End the
  /// sessions before, which notifies clients, and call ``endGrants(of:)``. If that is interrupted,
  /// the user is still there and it can be called again.
  /// - Parameter username: The user name.
  /// - Returns: Whether this call removed the user.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled before all is
  ///   removed.
  public func remove(_ username: String) async throws -> Bool {
    let name = try DatabaseValue.text(username)
    let subject = try await work.write { database in
      let subject = try database.first("SELECT subject FROM people WHERE username = ?", [name]) { try $0.subject() }
      if let subject {
        try database.run("DELETE FROM people WHERE username = ?", [name])
        try database.run("DELETE FROM sessions WHERE subject = ?", [try .text(subject.rawValue)])
      }
      return subject
    }
    guard let subject else { return false }
    try await endGrants(of: subject)
    return true
  }

  /// Ends all that a user allowed, of every client: codes, tokens and consents. The user is asked
  /// again.
  ///
  /// It reads all tokens: some tens of seconds for ten million, in which requests are answered.
  /// Resources that validate JWT access tokens by themselves accept them until they expire. A user
  /// with a session gets new tokens: end the sessions before.
  /// - Parameter subject: The user.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled before all is
  ///   removed.
  public func endGrants(of subject: Subject) async throws {
    try await OwnedRecords(of: .person(subject), in: work, clock: clock).remove()
  }

  /// Returns all users, by user name.
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
  init(_ columns: inout Columns) throws {
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
