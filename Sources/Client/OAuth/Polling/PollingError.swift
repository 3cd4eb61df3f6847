public import OAuthCore

/// The reason why waiting for the user's decision ended without tokens.
public enum PollingError: Error, Sendable, Hashable {
  /// The codes expired before the user decided.
  case expired
  /// The user or the server refused.
  case denied(ErrorResponse)
}

extension PollingError: ExplainedError {
  /// `authorization_expired` or `authorization_denied`.
  public var code: String {
    switch self {
    case .expired: "authorization_expired"
    case .denied: "authorization_denied"
    }
  }

  /// Always `FlowStep.authorization`.
  public var step: FlowStep { .authorization }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .expired: .temporary
    case .denied: .cancelled
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .expired: "The codes of the sign-in expired before it was approved (RFC 8628 §3.5)."
    case .denied(let response): "The sign-in was denied: \(response)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .expired: "Start again, and approve the sign-in before the codes expire."
    case .denied: "Start again if that was a mistake."
    }
  }
}
