internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OAuthUserAgent
internal import TokenStorage

extension GitHubAuthError {
  /// Maps a failure in the browser to an error.
  ///
  /// - Parameter error: The error of a user agent, or of the attempt that it began.
  init(browser error: any Error) {
    // Only the type of an unknown error: its description may contain an address with `state`.
    self = Self.known(error) ?? .browserFailed(.cannotShow(cause: UntrustedText("\(type(of: error))")))
  }

  /// Maps the failure of a request to GitHub to an error.
  ///
  /// - Parameter error: The error of a client or its transport.
  init(request error: any Error) {
    // A transport may throw errors of its own types.
    self = Self.known(error) ?? .networkError
  }

  /// Maps a failure to store tokens to an error.
  init(keeping error: any Error) {
    self = Self.known(error) ?? .invalidResponse
  }

  private static func known(_ error: any Error) -> GitHubAuthError? {
    switch error {
    case is CancellationError: .userCancelled
    case let error as GitHubAuthError: error
    case let error as ProviderError: .configuration(error)
    case let error as CallbackError: callback(error)
    case let error as UserAgentError: browser(error)
    case let error as EndpointError: endpoint(error.problem)
    case .denied(let response) as PollingError: refusal(response)
    case is PollingError: .timedOut
    case is AuthorizationRequestError: .invalidResponse
    case is HTTPTransportError: .networkError
    case .storage(let cause) as TokenSessionError: .keychainFailed(cause)
    case let error as KeychainError: .keychainFailed(error)
    default: nil
    }
  }

  private static func callback(_ error: CallbackError) -> GitHubAuthError {
    switch error {
    case .missingState, .foreignState: .stateMismatch
    case .missingIssuer, .wrongIssuer: .issuerMismatch
    case .refused(let response): refusal(response)
    default: .invalidResponse
    }
  }

  private static func browser(_ error: UserAgentError) -> GitHubAuthError {
    switch error {
    case .cancelled: .userCancelled
    case .timedOut: .timedOut
    default: .browserFailed(error)
    }
  }

  private static func endpoint(_ problem: EndpointError.Problem) -> GitHubAuthError {
    switch problem {
    // GitHub sends errors with status 200, so only the error code has a meaning.
    case .refused(let response, 200..<300): refusal(response)
    case .refused(_, let status), .unexpectedStatus(let status, _), .redirected(let status):
      .exchangeFailed(statusCode: status)
    default: .invalidResponse
    }
  }

  private static func refusal(_ response: ErrorResponse) -> GitHubAuthError {
    response.error == .accessDenied ? .userCancelled : .refused(response)
  }
}
