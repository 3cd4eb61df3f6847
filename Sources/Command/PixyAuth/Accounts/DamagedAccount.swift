package import OAuthCore
internal import PixyAccounts
package import TokenStorage

/// The stored tokens of an account are damaged. The store's error names only their place.
package struct DamagedAccount: ExplainedError {
  package let account: Account
  package let cause: TokenStoreError

  /// The facts of the error.
  package var facts: ErrorFacts {
    ErrorFacts(
      cause.code, at: cause.step, cause.category,
      "The account \(UntrustedText("\(account.name)@\(account.server)")) can't be read. \(cause.explanation)",
      remedy: "\(cause.remedy) `pixy logout` deletes it.")
  }
}
