public import OAuth
public import OAuthCore

/// The reason why a resource rejects an access token. The client receives `invalid_token` (RFC 6750
/// §3.1).
public enum AccessTokenProblem: Error, Sendable, Hashable {
  /// The token isn't an acceptable JWT access token (RFC 9068 §4).
  case notAccepted(JWTAccessTokenError)
  /// The token isn't active, according to the authorization server (RFC 7662 §2.2).
  case notActive
  /// The token is for another resource.
  case anotherAudience
  /// Another server issued the token.
  case anotherIssuer
  /// The token is active, but isn't an access token.
  case anotherType(UntrustedText)
  /// The token is expired or not valid yet.
  case notTimely
  /// The token is bound to a DPoP key and was presented as a bearer token (RFC 9449 §7.2).
  case boundTokenAsBearer
  /// The token isn't bound to a DPoP key and was presented with a proof.
  case notBoundToKey
  /// The token isn't bound, and the resource accepts only bound tokens.
  case notBound
  /// The token is bound to another key than the proof's (RFC 9449 §4.3, 12).
  case anotherKey
  /// The token is bound to a client certificate, and the connection has another one or none (RFC
  /// 8705 §3).
  case anotherCertificate
  /// The token has a kind of binding that this library doesn't support (RFC 7800 §3).
  case unknownBinding
  /// A problem that your own checker found, as a stable code for logs.
  case other(String)
}

extension AccessTokenProblem: ExplainedError {
  /// The problem's stable code.
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

  /// A short text for the client's developer (RFC 6750 §3). It explains how the token must be
  /// presented. The reason why a token is invalid is left to the authorization server.
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

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// The sentence that says what is wrong with the token.
  public var explanation: String {
    switch self {
    case .notAccepted(let cause): cause.explanation
    case .notActive: "The authorization server says that the access token is not active (RFC 7662 §2.2)."
    case .anotherAudience: "The access token is for another resource (aud)."
    case .anotherIssuer: "Another server issued the access token (iss)."
    case .anotherType(let type): "The token is not an access token: its type is \(type)."
    case .notTimely: "The access token is expired or not valid yet."
    case .unknownBinding: "The access token is bound to something other than a DPoP key or a certificate (RFC 7800 §3)."
    case .other(let code): "The access token is not valid: \(code)."
    default: "The request was rejected: \(clientDescription)."
    }
  }

  /// The sentence that says what the client's developer can do about it.
  public var remedy: String {
    switch self {
    case .boundTokenAsBearer, .notBoundToKey, .anotherKey: "Send the token as it was issued, with the same key."
    case .notBound: "Request a bound token from the authorization server, with a DPoP proof or a client certificate."
    case .anotherCertificate: "Connect with the certificate with which the token was requested."
    default: "Get a new access token for this resource."
    }
  }
}
