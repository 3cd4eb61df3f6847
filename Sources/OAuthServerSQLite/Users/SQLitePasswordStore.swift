internal import GRDB
internal import OAuthCore
public import OAuthServer

/// People and hashes of their passwords in a ``SQLiteServerDatabase``. User names are compared octet for octet.
public struct SQLitePasswordStore: PasswordStore {
  let work: DatabaseWork
  let clock: WallClock

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

  /// Replaces what is known about somebody, for who administers the server. Their password stays as it is.
  /// - Parameter user: what is known now; subject and user name say about whom.
  /// - Returns: `false`, having changed nothing, if nobody has this subject and user name.
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

  /// Removes somebody, and then all that was given in their name: one who is added later with the same subject has nothing of it.
  ///
  /// Nothing of it can be used from the first moment on, and who can be added again has no session. End their sessions before this, which
  /// tells clients, and call ``endGrants(of:)``: if that is interrupted, the person is still there, and it can be called again.
  /// - Parameter username: their user name.
  /// - Returns: whether there was somebody.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled before all is removed.
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

  /// Ends all that somebody allowed: codes, tokens and consents, of whichever client. They are asked again.
  ///
  /// It reads all tokens that there are, some tens of seconds for ten million, and holds nobody up. JWT access tokens are taken until they
  /// expire by resources that ask nobody. Who has a session gets new tokens: end the sessions before.
  /// - Parameter subject: the person.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled before all is removed.
  public func endGrants(of subject: Subject) async throws {
    try await Remains(of: .person(subject), in: work, clock: clock).remove()
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
