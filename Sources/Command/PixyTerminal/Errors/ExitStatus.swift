package import ArgumentParser
internal import OAuthCore

/// The exit statuses of `pixy`. Scripts rely on these numbers, so they never change.
package enum ExitStatus {
  package static let failure = ExitCode(1)
  package static let cancelled = ExitCode(2)
  /// The user has to sign in before the same command can succeed.
  package static let signInNeeded = ExitCode(4)
  package static let network = ExitCode(5)
  package static let refused = ExitCode(6)
  package static let timedOut = ExitCode(7)

  /// Returns the exit status for an error: its own, or the one of its category.
  package static func status(of error: any Error) -> ExitCode {
    if error is ValidationError { return .validationFailure }
    return (error as? any TerminalError)?.exitStatus ?? status(of: ErrorCategory(of: error))
  }

  private static func status(of category: ErrorCategory?) -> ExitCode {
    switch category {
    case .cancelled: cancelled
    // A script treats a server that is overloaded or being restarted as it treats the network.
    case .offline, .temporary: network
    case .signInNeeded: signInNeeded
    case .refused: refused
    case .invalidInput, .system, .mistake, nil: failure
    }
  }
}
