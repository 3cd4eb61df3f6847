internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The error of a sign-in that is stored, and whose account couldn't be made the default.
struct DefaultNotSet: ExplainedError {
  let account: Account
  /// The name of the set of accounts; `nil` for the default set.
  let profile: String?
  let cause: TokenStoreError

  var code: String { cause.code }
  var step: FlowStep { .storage }
  var category: ErrorCategory { cause.category }
  var explanation: String {
    "The account \(UntrustedText("\(account.name)@\(account.server)")) is stored, but is not the default. "
      + cause.explanation
  }
  var remedy: String {
    "\(cause.remedy) Then set the default: \(SignInNeeded.switchCommand(profile: profile))"
  }
}
