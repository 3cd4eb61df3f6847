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
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .configuration, .mistake,
      remedy: "Compare the spelling with pixy serve client list, user list or key list.")
    let fileRemedy = "Change the configuration file, or the file that it names, and restart the server."
    return switch self {
    case .client(let id): row("not_in_database", "There is no client \(UntrustedText(id)).")
    case .user(let username): row("not_in_database", "There is no user \(UntrustedText(username)).")
    case .key(let keyID): row("not_in_database", "There is no signing key \(UntrustedText(keyID)).")
    case .clientOfFile(let id):
      row(
        "not_in_database", "The client \(UntrustedText(id)) is in the configuration file, not in the database.",
        remedy: fileRemedy)
    case .userOfFile(let username):
      row(
        "not_in_database", "The user \(UntrustedText(username)) is in the configuration file, not in the database.",
        remedy: fileRemedy)
    }
  }
}
