#if CLI
internal import OAuthCore

/// What was named isn't in the database.
enum NotInDatabase: Error, Hashable {
  case client(String)
  case person(String)
  case key(String)
}

extension NotInDatabase: ExplainedError {
  var code: String { "not_in_database" }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .client(let id): "There is no client \(UntrustedText(id))."
    case .person(let username): "There is nobody with the user name \(UntrustedText(username))."
    case .key(let keyID): "There is no signing key \(UntrustedText(keyID))."
    }
  }

  var remedy: String { "See the spelling, capitals too, in the list: pixy serve client, user or key list." }
}
#endif
