public import OAuthCore

/// Why the keys at a `jwks_uri` could not be had. A transport's own errors come as they are.
public enum RemoteKeySetError: Error, Sendable, Hashable {
  /// The server answered with a status other than 200, or with a redirect, which isn't followed.
  case unexpectedStatus(Int, endpoint: Endpoint)
  /// What it answered is no JWK Set.
  case unusable(JSONWebKeySetError, endpoint: Endpoint)
}

extension RemoteKeySetError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .unexpectedStatus: "jwks_unexpected_status"
    case .unusable(let cause, _): cause.code
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What happened.
  public var explanation: String {
    switch self {
    case .unexpectedStatus(let status, let endpoint):
      "\(endpoint) answered the request for its keys with status \(status)."
    case .unusable(let cause, let endpoint): "The keys at \(endpoint) cannot be used. \(cause.explanation)"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .unexpectedStatus: "Check the jwks_uri; if it is right, try again later."
    case .unusable(let cause, _): cause.remedy
    }
  }
}
