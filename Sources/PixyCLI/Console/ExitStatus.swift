internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
internal import TokenStorage

/// What `pixy` exits with. Scripts rely on these numbers; they don't change.
enum ExitStatus {
  static let failure = ExitCode(1)
  static let cancelled = ExitCode(2)
  /// Somebody has to sign in before the same command can succeed.
  static let signInNeeded = ExitCode(4)
  static let network = ExitCode(5)
  static let refused = ExitCode(6)
  static let timedOut = ExitCode(7)

  /// What a command throws when something went wrong: the status for it, after the person was told. Wrong usage stays what it is, for
  /// ``WrongUsage`` tells it alike for all commands, and so does a status that was decided before.
  static func report(_ error: any Error, on console: Console) -> any Error {
    let error = cause(of: error)
    return error is ValidationError || error is ExitCode ? error : tell(error, on: console)
  }

  /// Tells the person what went wrong, where a command goes on all the same, and gives the status for it.
  static func tell(_ error: any Error, on console: Console) -> ExitCode {
    let error = cause(of: error)
    // What was asked for is done: the request is printed.
    if error is DryRunEnded { return .success }
    console.say("pixy: \(text(of: error))")
    return status(of: error)
  }

  /// What a refresh calls a refusal wasn't even sent if there was no transport.
  private static func cause(of error: any Error) -> any Error {
    if case TokenSessionError.refused(let refused as TransportNotMade) = error { return cause(of: refused) }
    if let error = error as? TransportNotMade { return cause(of: error.cause) }
    return error
  }

  private static func status(of error: any Error) -> ExitCode {
    switch error {
    case is SignInNeeded: return signInNeeded
    case let error as TokenSessionError:
      switch error {
      case .temporary(let cause, _): return status(of: cause)
      case .refused(let cause): return status(of: cause)
      case .storage(let cause): return status(of: cause)
      default: return error.needsSignIn ? signInNeeded : failure
      }
    case is AccountChoiceError, is ValidationError: return .validationFailure
    case is CancellationError: return cancelled
    case let error as HTTPTransportError: return error.kind == .timedOut ? timedOut : network
    case UserAgentError.timedOut: return timedOut
    case CallbackError.refused, PollingError.denied, AWSError.refused: return refused
    case ProviderError.profileRefused(_, let status):
      return [401, 403].contains(status) ? refused : failure
    case PollingError.expired: return timedOut
    case let error as TokenStoreError: return error.kind == .busy ? timedOut : failure
    case let error as EndpointError: return error.isRefusal ? refused : failure
    default: return failure
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case is CancellationError: "cancelled."
    case let error as any ExplainedError: error.description
    default: UntrustedText("\(error)").description
    }
  }
}
