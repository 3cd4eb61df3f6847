internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import TokenStorage

extension GitHubAuthError {
  /// What a failure in the browser means.
  ///
  /// - Parameter error: what a user agent, or the beginning of an attempt in it, threw.
  init(browser error: any Error) {
    // The type alone of what isn't known: others' descriptions may hold an address with its `state`.
    self = Self.known(error) ?? .browserFailed(.cannotShow(cause: UntrustedText("\(type(of: error))")))
  }

  /// What a failure of a request to GitHub means.
  ///
  /// - Parameter error: what a client or its transport threw.
  init(request error: any Error) {
    // Transports may have errors of their own.
    self = Self.known(error) ?? .networkError
  }

  /// What a failure to keep tokens means.
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
    // GitHub refuses with status 200, which says nothing: its word does.
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
