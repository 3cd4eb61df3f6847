internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The error of a sign-in that is stored, and whose account couldn't be made the default.
struct DefaultNotSet: ExplainedError {
  let account: Account
  /// The name of the set of accounts; `nil` for the default set.
  let profile: String?
  let cause: TokenStoreError

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      cause.code, at: .storage, cause.category,
      "The account \(UntrustedText("\(account.name)@\(account.server)")) is stored, but is not the default. "
        + cause.explanation,
      remedy: "\(cause.remedy) Then set the default: \(SignInNeeded.switchCommand(profile: profile))")
  }
}
