internal import OAuthCore
internal import OAuthServer

/// What was named isn't in the database.
enum NotInDatabase: Error, Hashable {
  case client(String)
  case person(String)
  case key(String)
  case clientOfFile(String)
  case personOfFile(String)
}

extension NotInDatabase {
  /// Why there is nobody of this name in the database.
  static func person(_ username: String, _ settings: ServeSettings) -> NotInDatabase {
    settings.users.contains { $0.user.username == username } ? .personOfFile(username) : .person(username)
  }
}

extension NotInDatabase: ExplainedError {
  var code: String { "not_in_database" }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .client(let id): "There is no client \(UntrustedText(id))."
    case .person(let username): "There is nobody with the user name \(UntrustedText(username))."
    case .key(let keyID): "There is no signing key \(UntrustedText(keyID))."
    case .clientOfFile(let id): "The client \(UntrustedText(id)) is in the configuration file, not in the database."
    case .personOfFile(let username):
      "The person \(UntrustedText(username)) is in the configuration file, not in the database."
    }
  }

  var remedy: String {
    switch self {
    case .client, .person, .key: "See the spelling, capitals too, in the list: pixy serve client, user or key list."
    case .clientOfFile, .personOfFile: "Change the file, or what it names, and start the server again."
    }
  }
}
