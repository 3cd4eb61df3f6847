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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .resource, .invalidInput, remedy: "Get a new access token for this resource.")
    let sameKey = "Send the token as it was issued, with the same key."
    let rejection = "The request was rejected: \(clientDescription)."
    return switch self {
    case .notAccepted(let cause): row(cause.code, cause.explanation)
    case .notActive:
      row(
        "access_token_not_active", "The authorization server says that the access token is not active (RFC 7662 §2.2).")
    case .anotherAudience: row("access_token_another_audience", "The access token is for another resource (aud).")
    case .anotherIssuer: row("access_token_another_issuer", "Another server issued the access token (iss).")
    case .anotherType(let type):
      row("access_token_another_type", "The token is not an access token: its type is \(type).")
    case .notTimely: row("access_token_not_timely", "The access token is expired or not valid yet.")
    case .boundTokenAsBearer: row("access_token_bound_but_bearer", rejection, remedy: sameKey)
    case .notBoundToKey: row("access_token_not_bound_to_key", rejection, remedy: sameKey)
    case .notBound:
      row(
        "access_token_not_bound", rejection,
        remedy: "Request a bound token from the authorization server, with a DPoP proof or a client certificate.")
    case .anotherKey: row("access_token_another_key", rejection, remedy: sameKey)
    case .anotherCertificate:
      row(
        "access_token_another_certificate", rejection,
        remedy: "Connect with the certificate with which the token was requested.")
    case .unknownBinding:
      row(
        "access_token_unknown_binding",
        "The access token is bound to something other than a DPoP key or a certificate (RFC 7800 §3).")
    case .other(let code): row(code, "The access token is not valid: \(code).")
    }
  }

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
}
