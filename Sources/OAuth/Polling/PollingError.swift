public import OAuthCore

/// Why waiting for a person's decision ended without tokens.
public enum PollingError: Error, Sendable, Hashable {
  /// Nobody decided in time.
  case expired
  /// The person, or the server, refused.
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

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .expired: "Nobody approved the sign-in before its codes expired (RFC 8628 §3.5)."
    case .denied(let response): "The sign-in was denied: \(response)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .expired: "Start again when the person is ready."
    case .denied: "Start again if that was a mistake; otherwise there is nothing to do."
    }
  }
}
