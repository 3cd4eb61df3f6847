public import OAuthCore
public import OAuthProviders
public import OAuthUserAgent
public import TokenStorage

/// The reasons why a sign-in at GitHub failed. Nothing was stored, except that after
/// ``keychainFailed(_:)`` the store may contain tokens.
public enum GitHubAuthError: Error, Sendable, Hashable {
  /// The user closed the sign-in or denied the request (`access_denied`), or the task was
  /// cancelled.
  case userCancelled
  /// The callback's `state` is missing or belongs to another sign-in; it may be a forged request
  /// (RFC 6749 §10.12).
  case stateMismatch
  /// One of GitHub's sign-in endpoints answered with this status instead of tokens.
  case exchangeFailed(statusCode: Int)
  /// GitHub couldn't be reached, or the connection ended before the answer was complete.
  case networkError
  /// An answer of GitHub or the browser can't be read, or isn't an answer to the request.
  case invalidResponse
  /// The tokens couldn't be stored, or the stored tokens couldn't be read.
  case keychainFailed(KeychainError)
  /// GitHub issued a token, but its API didn't return the token's user.
  case apiError(GitHubAPIError)
  /// The callback's `iss` names a server other than this GitHub host (RFC 9207 §2.4). The `state`
  /// was right.
  case issuerMismatch
  /// GitHub rejected the request with an error code, in the browser or, with status 200, at one of
  /// its sign-in endpoints.
  case refused(ErrorResponse)
  /// The user didn't finish the sign-in in time.
  case timedOut
  /// The client ID or the redirect URI can't be right. No browser was opened.
  case configuration(ProviderError)
  /// The browser couldn't be used.
  case browserFailed(UserAgentError)
}

extension GitHubAuthError: ExplainedError {
  /// The facts of each case, or those of its cause.
  public var facts: ErrorFacts {
    switch self {
    case .userCancelled:
      ErrorFacts(
        "user_cancelled", at: .userAgent, .cancelled, "The sign-in at GitHub was cancelled.",
        remedy: "Sign in again if that was a mistake; otherwise there is nothing to do.")
    case .stateMismatch:
      ErrorFacts(
        "state_mismatch", at: .callback, .invalidInput,
        "The browser's answer does not belong to this sign-in: its state is missing or wrong (RFC 6749 §10.12).",
        remedy: "Start the sign-in again. If you did not sign in twice, a link you opened may have been forged.")
    case .exchangeFailed(let status):
      ErrorFacts(
        "exchange_failed", at: .token, ErrorCategory(status: status),
        "GitHub's sign-in endpoint answered with status \(status) and issued no token.",
        remedy: status == 429 || status >= 500
          ? "Try again later; nothing was changed here."
          : "Check the client ID, the secret and the redirect URI, then sign in again.")
    case .networkError:
      ErrorFacts(
        "network_error", at: .transport, .offline,
        "GitHub could not be reached, or the connection ended before the answer was complete.",
        remedy: "Check the connection and sign in again; nothing was changed here.")
    case .invalidResponse:
      ErrorFacts(
        "invalid_response", at: .token, .invalidInput,
        "GitHub's answer could not be read, or does not answer the request.",
        remedy: "Sign in again; if it happens again, check that the host is GitHub's.")
    case .keychainFailed(let cause): cause.facts
    case .apiError(let cause): cause.facts
    case .issuerMismatch:
      ErrorFacts(
        "issuer_mismatch", at: .callback, .invalidInput,
        "The browser's answer names a server other than the configured GitHub host (iss, RFC 9207 §2.4).",
        remedy: "Stop here: the code may belong to another server. Check the configured GitHub host.")
    case .refused(let response):
      ErrorFacts(
        "refused", at: .authorization,
        response.error == .serverError || response.error == .temporarilyUnavailable ? .temporary : .refused,
        "GitHub rejected the request: \(response.asSentence)", remedy: Self.remedy(for: response.error))
    case .timedOut:
      ErrorFacts(
        "timed_out", at: .userAgent, .temporary, "The sign-in at GitHub was not finished in time.",
        remedy: "Sign in again and finish in the browser.")
    case .configuration(let cause): cause.facts
    case .browserFailed(let cause): cause.facts
    }
  }

  /// The remedy for one of GitHub's error codes.
  private static func remedy(for error: ErrorCode) -> String {
    switch error.rawValue {
    case "incorrect_client_credentials":
      "Compare the client ID and the secret with the application's page at GitHub; replace a lost secret."
    case "redirect_uri_mismatch":
      "On the application's page at GitHub, register the exact redirect URI; a loopback address without its port."
    case "device_flow_disabled": "Tick “Enable Device Flow” on the application's page at GitHub."
    case "bad_verification_code", "incorrect_device_code": "Sign in again: the code was used, has expired or is wrong."
    case "unverified_user_email": "Verify the account's e-mail address at GitHub, then sign in again."
    case "application_suspended": "Ask GitHub's support why the application was suspended."
    case "server_error", "temporarily_unavailable": "Try again later; nothing was changed here."
    default: "Check the application's page at GitHub, then sign in again."
    }
  }
}
