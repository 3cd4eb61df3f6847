internal import OAuth

extension AccountSession {
  /// Shows the request that would renew the tokens, and the curl command that sends the same; the
  /// session's transport is one for dry runs.
  ///
  /// - Parameters:
  ///   - need: how long the kept token has to be good for; `nil` if it is renewed in any case.
  ///   - console: told if there is nothing to send.
  /// - Throws: ``DryRunEnded`` when the request is shown; ``SignInNeeded``.
  func showRenewal(validFor need: Duration?, on console: Console) async throws {
    let isSent = try await repeatingGrant { try await session.rehearseRenewal(of: kept.tokens, validFor: need) }
    if !isSent { console.say("The kept token is good for long enough: nothing would be sent.") }
  }
}
