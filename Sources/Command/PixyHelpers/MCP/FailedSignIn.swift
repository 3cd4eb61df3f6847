internal import OAuthCore
internal import PixyAuth
internal import PixyTerminal

/// The error for a request that needs a sign-in, after a sign-in that was tried has failed. The program
/// that reads it shows no standard error to its user.
struct FailedSignIn: ExplainedError, TerminalError {
  let facts: ErrorFacts

  /// Returns the error of a request with the reason of the failed sign-in.
  ///
  /// - Parameters:
  ///   - error: The error that a sign-in would have solved.
  ///   - reason: The reason; `nil` if it isn't known.
  ///   - browserLogin: The sign-in. One that needs no browser runs again at the next request, so the user only has
  ///     to solve the reason.
  static func error(
    _ error: any Error, because reason: ReportedError?, of browserLogin: BrowserLogin
  ) -> any Error {
    guard let error = error as? any ExplainedError, let reason else { return error }
    let again = browserLogin.needsBrowser ? " \(TerminalRemedy.text(for: error))" : ""
    return FailedSignIn(
      facts: ErrorFacts(
        error.code, at: error.step, error.category,
        "\(error.explanation) A sign-in was tried and failed. \(reason.explanation)",
        remedy: reason.remedy + again))
  }

  var terminalRemedy: TerminalRemedy? { TerminalRemedy(complete: remedy) }
}
