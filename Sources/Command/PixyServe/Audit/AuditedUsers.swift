internal import OAuthCore
internal import OAuthServer

/// The users in records of the audit log: some records have the user name, some the subject.
struct AuditedUsers {
  /// The name and subject of the user whose records are searched; `nil` for all users.
  let wanted: Set<String>?
  /// The user names by subject, as far as the database has them.
  let usernames: [String: String]

  /// Reads the users.
  /// - Parameters:
  ///   - user: The user name or subject of the user whose records are searched; `nil` for all users.
  ///   - database: The database; `nil` if the log is searched without it.
  init(of user: String?, in database: ServedDatabase?) async throws {
    let users = try await database?.contents.allUsers() ?? []
    usernames = Dictionary(users.map { ($0.subject.rawValue, $0.username) }) { $1 }
    wanted = user.map { user in
      let account = users.first { $0.username == user || $0.subject.rawValue == user }
      return Set([user, account?.username, account?.subject.rawValue].compactMap(\.self))
    }
  }
}
