public import OAuthCore

/// The reason why the registered claims of a JWT with a valid signature are rejected (RFC 7519
/// §4.1).
public enum JWTClaimsError: Error, Sendable, Hashable {
  /// A required claim is missing or `null`.
  case missing(String)
  /// A claim has a wrong type, or a value that isn't allowed.
  case malformed(String)
  /// The `iss` isn't the expected issuer.
  case wrongIssuer(UntrustedText)
  /// The `aud` doesn't name this recipient.
  case wrongAudience
  /// The `exp` passed this many seconds ago by this machine's clock.
  case expired(secondsAgo: Int64)
  /// The `nbf` is this many seconds in the future.
  case notYetValid(secondsAhead: Int64)
  /// The `iat` is this many seconds in the future, so the two clocks differ by at least as much.
  case issuedInFuture(secondsAhead: Int64)

  /// The name of the rejected claim.
  package var claim: String {
    switch self {
    case .missing(let name), .malformed(let name): name
    case .wrongIssuer: "iss"
    case .wrongAudience: "aud"
    case .expired: "exp"
    case .notYetValid: "nbf"
    case .issuedInFuture: "iat"
    }
  }
}

extension JWTClaimsError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .missing: "claim_missing"
    case .malformed: "claim_malformed"
    case .wrongIssuer: "wrong_issuer"
    case .wrongAudience: "wrong_audience"
    case .expired: "expired"
    case .notYetValid: "not_yet_valid"
    case .issuedInFuture: "issued_in_future"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem, with the measured seconds if it concerns time.
  public var explanation: String {
    switch self {
    case .missing(let claim): "The token has no \(claim) (RFC 7519 §4.1)."
    case .malformed(let claim): "The token's \(claim) cannot be used (RFC 7519 §4.1)."
    case .wrongIssuer(let issuer):
      "The token was issued by \(issuer), not by the expected server (iss, RFC 7519 §4.1.1)."
    case .wrongAudience: "The token is meant for a different recipient (aud, RFC 7519 §4.1.3)."
    case .expired(let seconds):
      "The token expired \(seconds) s ago by this machine's clock (exp, RFC 7519 §4.1.4)."
    case .notYetValid(let seconds):
      "The token becomes valid only in \(seconds) s by this machine's clock (nbf, RFC 7519 §4.1.5)."
    case .issuedInFuture(let seconds):
      "The token was issued \(seconds) s in the future by this machine's clock. "
        + "This clock is slow, or the server's clock is fast, by at least that much (iat, RFC 7519 §4.1.6)."
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .expired: "Get a new token. If this one was just issued, set this machine's clock."
    case .notYetValid, .issuedInFuture:
      "Set this machine's clock. If it is right, report this to the server's operator."
    default: "Do not trust the token. Report this to the server's operator."
    }
  }
}
