public import OAuth
public import OAuthCore

/// Why an access token opens nothing here. The client hears `invalid_token` (RFC 6750 §3.1).
public enum AccessTokenProblem: Error, Sendable, Hashable {
  /// It isn't a JWT access token that is accepted (RFC 9068 §4).
  case notAccepted(JWTAccessTokenError)
  /// The authorization server says that it isn't active (RFC 7662 §2.2).
  case notActive
  /// It is meant for another resource.
  case anotherAudience
  /// It was issued by another server.
  case anotherIssuer
  /// It is active, but not an access token.
  case anotherType(UntrustedText)
  /// Its time hasn't come, or has passed.
  case notTimely
  /// It is bound to a DPoP key and was presented as a bearer token (RFC 9449 §7.2).
  case boundTokenAsBearer
  /// It isn't bound to a DPoP key and was presented as if it were.
  case notBoundToKey
  /// It is bound to nothing, and the resource takes only tokens that are.
  case notBound
  /// It is bound to another key than the proof's (RFC 9449 §4.3, 12).
  case anotherKey
  /// It is bound to a client certificate, and the connection has none or another one (RFC 8705 §3).
  case anotherCertificate
  /// It is bound to something that this library doesn't know (RFC 7800 §3).
  case unknownBinding
  /// What a checker of one's own found: a stable word for logs.
  case other(String)
}

extension AccessTokenProblem: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .notAccepted(let cause): cause.code
    case .notActive: "access_token_not_active"
    case .anotherAudience: "access_token_another_audience"
    case .anotherIssuer: "access_token_another_issuer"
    case .anotherType: "access_token_another_type"
    case .notTimely: "access_token_not_timely"
    case .boundTokenAsBearer: "access_token_bound_but_bearer"
    case .notBoundToKey: "access_token_not_bound_to_key"
    case .notBound: "access_token_not_bound"
    case .anotherKey: "access_token_another_key"
    case .anotherCertificate: "access_token_another_certificate"
    case .unknownBinding: "access_token_unknown_binding"
    case .other(let code): code
    }
  }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { .resource }

  /// A few words for the client's developer (RFC 6750 §3): why a token isn't good is the authorization server's business, how it has
  /// to be presented is the client's.
  public var clientDescription: String {
    switch self {
    case .boundTokenAsBearer: "the access token is bound to a key and must be sent with the DPoP scheme and a proof"
    case .notBoundToKey: "the access token is not bound to a key and cannot be sent with the DPoP scheme"
    case .notBound: "the access token must be bound to a key or a certificate"
    case .anotherKey: "Invalid DPoP key binding"
    case .anotherCertificate: "the access token is bound to another client certificate"
    default: "the access token is expired, revoked, malformed or not for this resource"
    }
  }

  /// What is wrong with it.
  public var explanation: String {
    switch self {
    case .notAccepted(let cause): cause.explanation
    case .notActive: "The authorization server says that the access token is not active (RFC 7662 §2.2)."
    case .anotherAudience: "The access token is meant for another resource (aud)."
    case .anotherIssuer: "The access token was issued by another server (iss)."
    case .anotherType(let type): "The token is of the type \(type), and no access token."
    case .notTimely: "The access token has ended, or is not valid yet."
    case .unknownBinding: "The access token is bound to something other than a DPoP key or a certificate (RFC 7800 §3)."
    case .other(let code): "The access token is not good: \(code)."
    default: "The request was refused: \(clientDescription)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .boundTokenAsBearer, .notBoundToKey, .anotherKey: "Send the token the way it was asked for, with the same key."
    case .notBound: "Ask the authorization server for a bound token, with a DPoP proof or a client certificate."
    case .anotherCertificate: "Connect with the certificate that the token was asked for with."
    default: "Get a new access token for this resource."
    }
  }
}
