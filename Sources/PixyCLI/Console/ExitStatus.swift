internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
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
    console.say("pixy: \(text(of: error))")
    return status(of: error)
  }

  /// Returns the underlying error. A refresh wraps an error of transport creation as a refusal,
  /// although no request was sent.
  private static func cause(of error: any Error) -> any Error {
    if case TokenSessionError.refused(let refused as TransportUnavailable) = error { return cause(of: refused) }
    if let error = error as? TransportUnavailable { return cause(of: error.cause) }
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
