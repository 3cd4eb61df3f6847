internal import OAuthCore
internal import OAuthServer

/// A client, user or key that a command names and the database doesn't contain.
enum NotInDatabase: Error, Hashable {
  case client(String)
  case user(String)
  case key(String)
  case clientOfFile(String)
  case userOfFile(String)
}

extension NotInDatabase {
  /// Returns the error for a user name that the database doesn't contain.
  static func user(_ username: String, _ settings: ServeSettings) -> NotInDatabase {
    settings.users.contains { $0.user.username == username } ? .userOfFile(username) : .user(username)
  }
}

extension NotInDatabase: ExplainedError {
  var code: String { "not_in_database" }

  var step: FlowStep { .configuration }

  var category: ErrorCategory { .mistake }
  var explanation: String {
    switch self {
    case .client(let id): "There is no client \(UntrustedText(id))."
    case .user(let username): "There is no user \(UntrustedText(username))."
    case .key(let keyID): "There is no signing key \(UntrustedText(keyID))."
    case .clientOfFile(let id): "The client \(UntrustedText(id)) is in the configuration file, not in the database."
    case .userOfFile(let username):
      "The user \(UntrustedText(username)) is in the configuration file, not in the database."
    }
  }

  var remedy: String {
    switch self {
    case .client, .user, .key: "Compare the spelling with pixy serve client list, user list or key list."
    case .clientOfFile, .userOfFile: "Change the configuration file, or the file that it names, and restart the server."
    }
  }
}
