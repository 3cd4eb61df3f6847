internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The stored tokens of an account are damaged. The store's error names only their place.
struct DamagedAccount: ExplainedError {
  let account: Account
  let cause: TokenStoreError

  var code: String { cause.code }
  var step: FlowStep { cause.step }
  var category: ErrorCategory { cause.category }
  var explanation: String {
    "The account \(UntrustedText("\(account.name)@\(account.server)")) can't be read. \(cause.explanation)"
  }
  var remedy: String {
    "\(cause.remedy) `pixy logout` deletes it."
  }
}
