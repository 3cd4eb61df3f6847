public import OAuthCore

/// The reason why the keys at a `jwks_uri` aren't available. Transport errors are thrown unchanged.
public enum RemoteKeySetError: Error, Sendable, Hashable {
  /// The server answered with a status other than 200. Redirects aren't followed.
  case unexpectedStatus(Int, endpoint: Endpoint)
  /// The response isn't a JWK Set.
  case unusable(JSONWebKeySetError, endpoint: Endpoint)
}

extension RemoteKeySetError: ExplainedError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .unexpectedStatus: "jwks_unexpected_status"
    case .unusable(let cause, _): cause.code
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .unexpectedStatus(let status, _): ErrorCategory(status: status)
    case .unusable(let cause, _): cause.category
    }
  }

  /// A sentence about the problem.
  public var explanation: String {
    switch self {
    case .unexpectedStatus(let status, let endpoint):
      "\(endpoint) answered the request for its keys with status \(status)."
    case .unusable(let cause, let endpoint): "The keys at \(endpoint) cannot be used. \(cause.explanation)"
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .unexpectedStatus: "Check the jwks_uri. If it is right, try again later."
    case .unusable(let cause, _): cause.remedy
    }
  }
}
