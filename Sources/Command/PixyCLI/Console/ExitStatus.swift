internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OAuthUserAgent
internal import TokenStorage

/// The exit statuses of `pixy`. Scripts rely on these numbers, so they never change.
enum ExitStatus {
  static let failure = ExitCode(1)
  static let cancelled = ExitCode(2)
  /// The user has to sign in before the same command can succeed.
  static let signInNeeded = ExitCode(4)
  static let network = ExitCode(5)
  static let refused = ExitCode(6)
  static let timedOut = ExitCode(7)

  /// Reports an error to the user and returns the exit status, for a command to throw. Wrong usage
  /// is returned unchanged, because ``WrongUsage`` reports it for all commands. An exit status that
  /// was already decided is returned unchanged too.
  static func report(_ error: any Error, on console: Console) -> any Error {
    let error = cause(of: error)
    return error is ValidationError || error is ExitCode ? error : tell(error, on: console)
  }

  /// Reports an error to the user and returns its exit status, for commands that continue after the
  /// error.
  static func tell(_ error: any Error, on console: Console) -> ExitCode {
    let error = cause(of: error)
    // A dry run has printed its request, which is all it was to do.
    if error is DryRunEnded { return .success }
    console.say(ErrorReport.text(of: error))
    return status(of: error)
  }

  /// Returns the underlying error. A refresh wraps an error of transport creation as a refusal,
  /// although no request was sent.
  private static func cause(of error: any Error) -> any Error {
    if case TokenSessionError.refused(let refused as TransportUnavailable) = error { return cause(of: refused) }
    if let error = error as? TransportUnavailable { return cause(of: error.cause) }
    return error
  }

  /// The exit status for an error.
  static func status(of error: any Error) -> ExitCode {
    switch error {
    case let error as Interrupted: error.status
    case let error as ReportedError: ExitCode(error.status)
    case let error as ReplacedProgramError: error.status
    case TokenSessionError.temporary(let cause, _), TokenSessionError.refused(let cause): status(of: cause)
    case TokenSessionError.storage(let cause): status(of: cause)
    case is AccountChoiceError, is ValidationError: .validationFailure
    case UserAgentError.timedOut, PollingError.expired: timedOut
    case let error as UnrevokedTokens: status(of: error.cause)
    case let error as TokensLeftAtServer: status(of: error.cause)
    case let error as HTTPTransportError where error.kind == .timedOut: timedOut
    case let error as TokenStoreError where error.kind == .busy: timedOut
    // A script that runs unattended sees every "no" as one, including the user's.
    case CallbackError.refused, PollingError.denied, ProviderError.profileRefused(_, 401): refused
    case let error as EndpointError where error.isRefusal: refused
    // The server is overloaded or being restarted, which a script treats as it treats the network.
    case let error as EndpointError where error.category == .temporary: network
    default: status(of: ErrorCategory(of: error))
    }
  }

  private static func status(of category: ErrorCategory?) -> ExitCode {
    switch category {
    case .cancelled: cancelled
    case .offline: network
    case .signInNeeded: signInNeeded
    case .refused: refused
    case .temporary, .invalidInput, .system, .mistake, nil: failure
    }
  }
}
