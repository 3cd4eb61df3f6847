public import OAuthCore

/// The reason why waiting for the user's decision ended without tokens.
public enum PollingError: Error, Sendable, Hashable {
  /// The codes expired before the user decided.
  case expired
  /// The user or the server refused.
  case denied(ErrorResponse)
}

extension PollingError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .expired:
      ErrorFacts(
        "authorization_expired", at: .authorization, .temporary,
        "The codes of the sign-in expired before it was approved (RFC 8628 §3.5).",
        remedy: "Start again, and approve the sign-in before the codes expire.")
    case .denied(let response):
      ErrorFacts(
        "authorization_denied", at: .authorization, .cancelled, "The sign-in was denied: \(response.asSentence)",
        remedy: "Start again if that was a mistake.")
    }
  }
}
