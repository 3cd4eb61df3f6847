internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The stored tokens of an account are damaged. The store's error names only their place.
struct DamagedAccount: ExplainedError {
  let account: Account
  let cause: TokenStoreError

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      cause.code, at: cause.step, cause.category,
      "The account \(UntrustedText("\(account.name)@\(account.server)")) can't be read. \(cause.explanation)",
      remedy: "\(cause.remedy) `pixy logout` deletes it.")
  }
}
