package import OAuthCore

/// The results of the application's hook that end a sign-in.
package enum AccountError: Error, Sendable, Hashable {
  /// The hook returned an empty identifier, which all users would share.
  case noIdentifier
  /// The identity belongs to another account than the one that it should be linked to.
  case anotherAccount
  /// The hook failed, with an error of this type.
  case failed(String)
}

extension AccountError: ExplainedError {
  package var facts: ErrorFacts {
    switch self {
    case .noIdentifier:
      ErrorFacts(
        "account_without_identifier", at: .configuration, .mistake, "The hook of a sign-in returned an empty account.",
        remedy: "Return the identifier of the account, or throw AccountRefused.")
    case .anotherAccount:
      ErrorFacts(
        "identity_of_another_account", at: .resource, .refused,
        "The identity at the provider belongs to another account of this application.",
        remedy: "Sign in to that account, and remove the identity there first.")
    case .failed(let type):
      ErrorFacts(
        "account_hook_failed", at: .resource, .system, "The application's own code for accounts failed: \(type).",
        remedy: "Try again, and look for the cause in the application.")
    }
  }
}
