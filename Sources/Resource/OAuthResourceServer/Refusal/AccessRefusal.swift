public import DPoPVerification
public import OAuthCore

/// The error for a request that is not authorized, with the response for the client.
public struct AccessRefusal: Error, Sendable, Hashable {
  /// The reasons for a refusal.
  public enum Reason: Sendable, Hashable {
    /// The request has no token.
    case noToken
    /// The request is malformed, for example because it has more than one token.
    case request(PresentedAccessTokenError)
    /// The token is invalid, or the client may not use it.
    case token(AccessTokenProblem)
    /// The DPoP proof is invalid.
    case proof(DPoPProofError)
    /// The resource doesn't accept the scheme.
    case scheme(TokenType)
    /// The token's scope is insufficient. The value is the required scope.
    case scope(Scope)
    /// The user must authenticate again, or more strongly (RFC 9470 §3).
    case authentication(AccessRequirement)
    /// The token can't be validated right now. The value is the code of the failure.
    case unavailable(String)
  }

  /// The reason for the refusal.
  public let reason: Reason
  /// The response for the client: status, `WWW-Authenticate` fields and body.
  public let answer: HTTPAnswer

  init(_ reason: Reason, answer: HTTPAnswer) {
    self.reason = reason
    self.answer = answer
  }
}

extension AccessRefusal: ExplainedError {
  /// The facts of the reason.
  public var facts: ErrorFacts { reason.facts }
}

extension AccessRefusal.Reason: ExplainedError {
  /// The facts of each case. The step is always the resource, for causes too.
  public var facts: ErrorFacts {
    switch self {
    case .noToken:
      ErrorFacts(
        "no_access_token", at: .resource, .invalidInput, "The request has no access token.",
        remedy: "Send an access token in the Authorization field.")
    case .request(let cause): Self.facts(of: cause)
    case .token(let cause): Self.facts(of: cause)
    case .proof(let cause): Self.facts(of: cause)
    case .scheme(let type):
      ErrorFacts(
        "scheme_not_accepted", at: .resource, .invalidInput,
        "This resource does not accept tokens with the scheme \(type.rawValue).",
        remedy: type == .dpop
          ? "Request a token that isn't bound to a key: send the token request without a DPoP proof."
          : "Request a token that is bound to a key from the authorization server.")
    case .scope(let scope):
      ErrorFacts(
        "insufficient_scope", at: .resource, .refused,
        "The access token's scope is not sufficient: \(scope) is required.",
        remedy: "Ask the user for a wider scope, in a new authorization request.")
    case .authentication:
      ErrorFacts(
        "insufficient_user_authentication", at: .resource, .refused,
        "The user has to authenticate again, or more strongly (RFC 9470 §3).",
        remedy: "Start a new authorization request with the response's acr_values and max_age.")
    case .unavailable(let code):
      ErrorFacts(
        code, at: .resource, .temporary, "The access token can't be validated right now.",
        remedy: "Try again later. The server's log has the cause.")
    }
  }

  private static func facts(of cause: any ExplainedError) -> ErrorFacts {
    let cause = cause.facts
    return ErrorFacts(cause.code, at: .resource, .invalidInput, cause.explanation, remedy: cause.remedy)
  }
}
