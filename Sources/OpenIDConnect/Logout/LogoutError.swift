public import OAuthCore

/// Why an answer to a sign-out isn't accepted (RP-Initiated Logout §3).
public enum LogoutError: String, Error, Sendable, Hashable {
  /// The address, or its query, can't be read.
  case malformed = "logout_malformed"
  /// It isn't the address that the browser was to come back to, or there is none.
  case anotherRedirectURI = "logout_another_redirect_uri"
  /// It has no `state`.
  case missingState = "logout_missing_state"
  /// The `state` isn't this attempt's.
  case foreignState = "logout_foreign_state"
}

extension LogoutError: ExplainedError {
  /// Always `FlowStep.callback`.
  public var step: FlowStep { .callback }

  /// What is wrong with it.
  public var explanation: String {
    switch self {
    case .malformed: "The answer to the sign-out cannot be read."
    case .anotherRedirectURI: "The browser came back to an address that is not this sign-out's."
    case .missingState: "The answer to the sign-out has no state, so nothing shows that it belongs to it."
    case .foreignState: "The state of the answer is not this sign-out's: somebody else may have caused it."
    }
  }

  /// What to do about it.
  public var remedy: String { "Sign out here in any case, and begin again if the server is to know." }
}
