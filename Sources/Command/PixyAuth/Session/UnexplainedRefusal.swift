internal import OAuthCore
internal import PixyTerminal

/// The error for a refresh that the server refused without an OAuth error. Only the server's own words may
/// tell whether the refresh token is dead, so the account is kept.
struct UnexplainedRefusal: Error {
  let cause: any ExplainedError
  /// The command that signs in.
  let command: String

  /// Returns whether the cause of a refused refresh is such a refusal, of this process or another one.
  static func fits(_ cause: any ExplainedError) -> Bool {
    cause.code == "refusal_without_error"
  }
}

extension UnexplainedRefusal: ExplainedError, TerminalError {
  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "refresh_refused", at: .token, .refused,
      "The authorization server refused to refresh the tokens. \(cause.explanation)",
      remedy: """
        If the refresh token is no longer valid, sign in again: \(command). Otherwise, check the client's registration.
        """)
  }

  /// The command is complete already.
  var terminalRemedy: TerminalRemedy? { TerminalRemedy(complete: remedy) }
}
