public import OAuthCore
public import OAuthUserAgent
public import TokenStorage

/// Why nobody was signed in at GitHub. Nothing was stored, but for ``keychainFailed(_:)``, after which tokens may be there.
public enum GitHubAuthError: Error, Sendable, Hashable {
  /// The person closed the sign-in or refused (`access_denied`), or the task was cancelled.
  case userCancelled
  /// The `state` of the answer is missing or not this sign-in's: somebody else caused it (RFC 6749 §10.12).
  case stateMismatch
  /// One of GitHub's sign-in endpoints answered with this status, and not with what was asked for.
  case exchangeFailed(statusCode: Int)
  /// GitHub wasn't reached, or the connection ended before the answer did.
  case networkError
  /// What came from GitHub or the browser can't be read, or isn't what belongs there.
  case invalidResponse
  /// The tokens couldn't be kept, or those that are kept couldn't be read.
  case keychainFailed(KeychainError)
  /// GitHub gave a token, and its API didn't say whose it is.
  case apiError(GitHubAPIError)
  /// The answer comes from another server than this GitHub, by its `iss` (RFC 9207 §2.4). The `state` was right.
  case issuerMismatch
  /// GitHub refused, with its word for why: in the browser, or, with status 200, at one of its sign-in endpoints.
  case refused(ErrorResponse)
  /// Nobody finished the sign-in in time.
  case timedOut
  /// Client id or redirect URI can't be right; nothing was opened.
  case configuration(ProviderError)
  /// The browser couldn't be used.
  case browserFailed(UserAgentError)
}

extension GitHubAuthError: ExplainedError {
  /// The case's name in snake case; of those that have a cause of their own, the cause's code.
  public var code: String {
    switch self {
    case .userCancelled: "user_cancelled"
    case .stateMismatch: "state_mismatch"
    case .exchangeFailed: "exchange_failed"
    case .networkError: "network_error"
    case .invalidResponse: "invalid_response"
    case .keychainFailed(let cause): cause.code
    case .apiError(let cause): cause.code
    case .issuerMismatch: "issuer_mismatch"
    case .refused: "refused"
    case .timedOut: "timed_out"
    case .configuration(let cause): cause.code
    case .browserFailed(let cause): cause.code
    }
  }

  /// Where it failed.
  public var step: FlowStep {
    switch self {
    case .userCancelled, .timedOut: .userAgent
    case .stateMismatch, .issuerMismatch: .callback
    case .exchangeFailed, .invalidResponse: .token
    case .networkError: .transport
    case .refused: .authorization
    case .keychainFailed(let cause): cause.step
    case .apiError(let cause): cause.step
    case .configuration(let cause): cause.step
    case .browserFailed(let cause): cause.step
    }
  }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .userCancelled: "The sign-in at GitHub was cancelled."
    case .stateMismatch:
      "The answer from the browser does not belong to this sign-in: its state is missing or another one (RFC 6749 §10.12)."
    case .exchangeFailed(let status): "GitHub's sign-in endpoint answered with status \(status) and gave no token."
    case .networkError: "GitHub could not be reached, or the connection ended before the answer did."
    case .invalidResponse: "GitHub's answer cannot be read, or is not what belongs there."
    case .keychainFailed(let cause): cause.explanation
    case .apiError(let cause): cause.explanation
    case .issuerMismatch:
      "The answer from the browser comes from another server than the GitHub that was asked (iss, RFC 9207 §2.4)."
    case .refused(let response): "GitHub refused: \(response)."
    case .timedOut: "Nobody finished the sign-in at GitHub in time."
    case .configuration(let cause): cause.explanation
    case .browserFailed(let cause): cause.explanation
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .userCancelled: "Sign in again if that was a mistake; otherwise there is nothing to do."
    case .stateMismatch:
      "If you did not sign in twice, somebody may have sent you a link; sign in from the beginning."
    case .exchangeFailed(let status) where status == 429 || status >= 500: "Try again later; nothing was changed here."
    case .exchangeFailed: "Check the client id, the secret and the redirect URI, then sign in again."
    case .networkError: "Check the connection and sign in again; nothing was changed here."
    case .invalidResponse: "Sign in again; if it happens again, check that the host is GitHub's."
    case .keychainFailed(let cause): cause.remedy
    case .apiError(let cause): cause.remedy
    case .issuerMismatch: "Do not go on: the code may belong to another server. Check which GitHub is configured."
    case .refused(let response): Self.remedy(for: response.error)
    case .timedOut: "Sign in again and finish in the browser."
    case .configuration(let cause): cause.remedy
    case .browserFailed(let cause): cause.remedy
    }
  }

  /// What GitHub's own words ask for.
  private static func remedy(for error: ErrorCode) -> String {
    switch error.rawValue {
    case "incorrect_client_credentials":
      "Check the client id and the secret on the application's page at GitHub; make a new secret if it is lost."
    case "redirect_uri_mismatch":
      "Register the redirect URI exactly as it is used on the application's page at GitHub; a loopback one without its port."
    case "device_flow_disabled": "Tick “Enable Device Flow” on the application's page at GitHub."
    case "bad_verification_code", "incorrect_device_code": "Sign in again: the code is spent, expired or another one's."
    case "unverified_user_email": "Verify the account's e-mail address at GitHub, then sign in again."
    case "application_suspended": "Ask GitHub's support why the application was suspended."
    case "server_error", "temporarily_unavailable": "Try again later; nothing was changed here."
    default: "Check the application's page at GitHub, then sign in again."
    }
  }
}
