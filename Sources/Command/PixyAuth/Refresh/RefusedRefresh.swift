internal import OAuth
internal import OAuthCore
internal import OAuthSessions
internal import PixyTerminal

/// The error for a refresh that the server refused with another error than `invalid_grant`, or without
/// one. Only the server's own words may tell whether the refresh token is dead, so the account is kept.
struct RefusedRefresh: Error {
  let cause: any ExplainedError
  /// The command that signs in.
  let command: String
}

extension RefusedRefresh: ExplainedError, TerminalError {
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

/// The subject of a refused refresh: the client or the token that the server may no longer accept.
package enum RefusalSubject: String, Sendable {
  case client
  case refreshToken = "refresh_token"

  /// Finds the subject of an error of this process or another one; `nil` if it is something else.
  init?(of error: any Error) {
    switch error {
    case TokenSessionError.refused(let cause): self.init(of: cause)
    case let error as ReportedError:
      guard let subject = error.refusalSubject else { return nil }
      self = subject
    case let error as EndpointError where error.mayBeAboutRefreshToken: self = .refreshToken
    case let error as EndpointError where error.isAboutClient && error.category == .refused: self = .client
    default: return nil
    }
  }
}
