public import OAuthCore

/// The reason why the keys at a `jwks_uri` aren't available. Transport errors are thrown unchanged.
public enum RemoteKeySetError: Error, Sendable, Hashable {
  /// The server answered with a status other than 200. Redirects aren't followed.
  case unexpectedStatus(Int, endpoint: Endpoint)
  /// The response isn't a JWK Set.
  case unusable(JSONWebKeySetError, endpoint: Endpoint)
}

extension RemoteKeySetError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .unexpectedStatus(let status, let endpoint):
      ErrorFacts(
        "jwks_unexpected_status", at: .verification, ErrorCategory(statusOfDocument: status),
        "\(endpoint) answered the request for its keys with status \(status).",
        remedy: "Check the jwks_uri. If it is right, try again later.")
    case .unusable(let cause, let endpoint):
      ErrorFacts(
        cause.code, at: .verification, cause.category, "The keys at \(endpoint) cannot be used. \(cause.explanation)",
        remedy: cause.remedy)
    }
  }
}
