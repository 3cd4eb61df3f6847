public import JOSE
public import OAuthCore

/// The reason why a JWT access token or a signed introspection answer isn't accepted (RFC 9068 §4).
///
/// Answer the request with 401 and `invalid_token` (RFC 6750 §3.1), without the reason.
public enum JWTAccessTokenError: Error, Sendable, Hashable {
  /// The signature, the algorithm, the type or the format is wrong.
  case notVerified(JOSEError)
  /// A claim is missing, malformed or wrong.
  case claims(JWTClaimsError)

  /// Creates the error of a verification.
  init(_ error: any Error) {
    switch error {
    case let error as JOSEError: self = .notVerified(error)
    case let error as JWTClaimsError: self = .claims(error)
    default: self = .notVerified(.malformed(.payload))
    }
  }
}

extension JWTAccessTokenError: ExplainedError {
  /// The facts of the cause, as those of an access token.
  public var facts: ErrorFacts {
    ErrorFacts(
      "access_token_" + cause.code, at: .verification, cause.category,
      "The access token is not accepted. \(cause.explanation)",
      remedy: cause.remedy)
  }

  private var cause: any ExplainedError {
    switch self {
    case .notVerified(let cause): cause
    case .claims(let cause): cause
    }
  }
}
