public import DPoPVerification
public import OAuthCore

/// A request isn't to be answered as it asks: why, and what to answer instead.
public struct AccessRefusal: Error, Sendable, Hashable {
  /// Why.
  public enum Reason: Error, Sendable, Hashable {
    /// It carries no token.
    case noToken
    /// It can't be told which token it carries.
    case request(PresentedAccessTokenError)
    /// The token isn't good, or isn't the sender's to use.
    case token(AccessTokenProblem)
    /// The DPoP proof isn't good.
    case proof(DPoPProofError)
    /// The scheme isn't taken here.
    case scheme(TokenType)
    /// The token doesn't reach: this scope is needed.
    case scope(Scope)
    /// The person must authenticate anew or more strongly (RFC 9470 §3).
    case authentication(AccessRequirement)
    /// It can't be told at the moment whether the token is good; the code of what failed.
    case unavailable(String)
  }

  /// Why.
  public let reason: Reason
  /// Status, `WWW-Authenticate` fields and body for the client.
  public let answer: HTTPAnswer

  init(_ reason: Reason, answer: HTTPAnswer) {
    self.reason = reason
    self.answer = answer
  }
}

extension AccessRefusal: ExplainedError {
  /// A stable name.
  public var code: String {
    switch reason {
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

  /// What happened and why.
  public var explanation: String {
    switch reason {
    case .noToken: "The request carries no access token."
    case .request(let cause): cause.explanation
    case .token(let cause): cause.explanation
    case .proof(let cause): cause.explanation
    case .scheme(let type): "Tokens aren't taken with the scheme \(type.rawValue) here."
    case .scope(let scope): "The access token's scope doesn't reach: \(scope) is needed."
    case .authentication: "The person has to authenticate anew, or more strongly, for this (RFC 9470 §3)."
    case .unavailable: "It can't be told at the moment whether the access token is good."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch reason {
    case .noToken: "Send an access token in the Authorization field."
    case .request(let cause): cause.remedy
    case .token(let cause): cause.remedy
    case .proof(let cause): cause.remedy
    case .scheme(.dpop): "Ask the authorization server for a token that isn't bound to a key, without a DPoP proof."
    case .scheme: "Ask the authorization server for a token that is bound to a key."
    case .scope: "Ask the person for more, in a new authorization request."
    case .authentication: "Begin a new authorization request with the acr_values and max_age of the answer."
    case .unavailable: "Try again later; the server's log says what failed."
    }
  }
}
