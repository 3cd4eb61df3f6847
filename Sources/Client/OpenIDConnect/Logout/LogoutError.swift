public import OAuthCore

/// The reason why an answer to a sign-out isn't accepted (RP-Initiated Logout §3).
public enum LogoutError: String, Error, Sendable, Hashable {
  /// The address, or its query, can't be read.
  case malformed = "logout_malformed"
  /// The address isn't the redirect URI of the sign-out, or the sign-out has none.
  case anotherRedirectURI = "logout_another_redirect_uri"
  /// The answer has no `state`.
  case missingState = "logout_missing_state"
  /// The `state` isn't this attempt's.
  case foreignState = "logout_foreign_state"
}

extension LogoutError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .callback, .invalidInput,
      remedy: "Sign out here in any case. To sign out at the server, begin again.")
    return switch self {
    case .malformed: row(rawValue, "The answer to the sign-out cannot be read.")
    case .anotherRedirectURI: row(rawValue, "The browser came back to an address that is not this sign-out's.")
    case .missingState: row(rawValue, "The answer has no state, so nothing shows that it belongs to this sign-out.")
    case .foreignState:
      row(rawValue, "The state of the answer is not this sign-out's: another person may have caused it.")
    }
  }
}
