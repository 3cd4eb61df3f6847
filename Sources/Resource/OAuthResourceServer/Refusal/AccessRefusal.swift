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
  /// The reason's stable code.
  public var code: String { reason.code }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { reason.step }

  /// The reason's category.
  public var category: ErrorCategory { reason.category }

  /// The sentence that says what happened and why.
  public var explanation: String { reason.explanation }

  /// The sentence that says what the client's developer can do about it.
  public var remedy: String { reason.remedy }
}

extension AccessRefusal.Reason: ExplainedError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .noToken: "no_access_token"
    case .request(let cause): cause.code
    case .token(let cause): cause.code
    case .proof(let cause): cause.code
    case .scheme: "scheme_not_accepted"
    case .scope: "insufficient_scope"
    case .authentication: "insufficient_user_authentication"
    case .unavailable(let code): code
    }
  }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { .resource }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .noToken, .request, .token, .proof, .scheme: .invalidInput
    case .scope, .authentication: .refused
    case .unavailable: .temporary
    }
  }

  /// The sentence that says what happened and why.
  public var explanation: String {
    switch self {
    case .noToken: "The request has no access token."
    case .request(let cause): cause.explanation
    case .token(let cause): cause.explanation
    case .proof(let cause): cause.explanation
    case .scheme(let type): "This resource does not accept tokens with the scheme \(type.rawValue)."
    case .scope(let scope): "The access token's scope is not sufficient: \(scope) is required."
    case .authentication: "The user has to authenticate again, or more strongly (RFC 9470 §3)."
    case .unavailable: "The access token can't be validated right now."
    }
  }

  /// The sentence that says what the client's developer can do about it.
  public var remedy: String {
    switch self {
    case .noToken: "Send an access token in the Authorization field."
    case .request(let cause): cause.remedy
    case .token(let cause): cause.remedy
    case .proof(let cause): cause.remedy
    case .scheme(.dpop): "Request a token that isn't bound to a key: send the token request without a DPoP proof."
    case .scheme: "Request a token that is bound to a key from the authorization server."
    case .scope: "Ask the user for a wider scope, in a new authorization request."
    case .authentication: "Start a new authorization request with the response's acr_values and max_age."
    case .unavailable: "Try again later. The server's log has the cause."
    }
  }
}
