public import JOSE
public import OAuthCore

/// Why a JWT access token, or a signed introspection answer, isn't accepted (RFC 9068 §4). The answer to the request is 401
/// with `invalid_token` (RFC 6750 §3.1), without the reason.
public enum JWTAccessTokenError: Error, Sendable, Hashable {
  /// The signature, the algorithm, the type or the form is wrong.
  case notVerified(JOSEError)
  /// A claim is missing, malformed or wrong.
  case claims(JWTClaimsError)

  /// What verifying threw, which is one of the two.
  init(_ error: any Error) {
    switch error {
    case let error as JOSEError: self = .notVerified(error)
    case let error as JWTClaimsError: self = .claims(error)
    default: self = .notVerified(.malformed(.payload))
    }
  }
}

extension JWTAccessTokenError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .notVerified(let cause): "access_token_" + cause.code
    case .claims(let cause): "access_token_" + cause.code
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with it.
  public var explanation: String {
    switch self {
    case .notVerified(let cause): "The access token is not accepted. \(cause.explanation)"
    case .claims(let cause): "The access token is not accepted. \(cause.explanation)"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .notVerified(let cause): cause.remedy
    case .claims(let cause): cause.remedy
    }
  }
}
