internal import OAuth
internal import OAuthSessions
package import PixyTerminal

extension AccountSession {
  /// Prints the request that would refresh the tokens, and the curl command that sends it. The
  /// session must have a ``DryRunTransport``.
  ///
  /// - Parameters:
  ///   - need: The time for which the stored token must stay valid. `nil` to refresh in any case.
  ///   - console: The console for the message that no request is needed.
  /// - Throws: ``DryRunEnded`` when the request was printed; ``SignInNeeded``.
  package func showRefreshRequest(validFor need: Duration?, on console: Console) async throws {
    let isSent = try await repeatingGrant { try await session.dryRunRenewal(of: storedAccount.tokens, validFor: need) }
    if !isSent { console.say("The stored token is valid for long enough: no request would be sent.") }
  }
}
