public import OAuthCore

/// What is wrong with the registered claims of a JWT whose signature is right (RFC 7519 §4.1).
public enum JWTClaimsError: Error, Sendable, Hashable {
  /// A claim that must be there isn't, or is `null`.
  case missing(String)
  /// A claim has the wrong type, or a value that it can't have.
  case malformed(String)
  /// The `iss` isn't the issuer expected.
  case wrongIssuer(UntrustedText)
  /// The `aud` doesn't name the one who checks.
  case wrongAudience
  /// The `exp` has passed, by this many seconds of this machine's clock.
  case expired(secondsAgo: Int64)
  /// The `nbf` is this many seconds ahead.
  case notYetValid(secondsAhead: Int64)
  /// The `iat` is this many seconds ahead, which can only be if the clocks differ by that much.
  case issuedInFuture(secondsAhead: Int64)

  /// The name of the claim that it is about.
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

  /// What is wrong, with the measured seconds where it is about time.
  public var explanation: String {
    switch self {
    case .missing(let claim): "The token has no \(claim) (RFC 7519 §4.1)."
    case .malformed(let claim): "The token's \(claim) cannot be used (RFC 7519 §4.1)."
    case .wrongIssuer(let issuer):
      "The token was issued by \(issuer), not by the server that was asked (iss, RFC 7519 §4.1.1)."
    case .wrongAudience: "The token is meant for somebody else (aud, RFC 7519 §4.1.3)."
    case .expired(let seconds):
      "The token ended \(seconds) s ago by this machine's clock (exp, RFC 7519 §4.1.4)."
    case .notYetValid(let seconds):
      "The token becomes valid only in \(seconds) s by this machine's clock (nbf, RFC 7519 §4.1.5)."
    case .issuedInFuture(let seconds):
      "The token was issued \(seconds) s in the future by this machine's clock: this clock is slow, or the server's fast, by at least that much (iat, RFC 7519 §4.1.6)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .expired: "Get a new token. If this one was just issued, set this machine's clock."
    case .notYetValid, .issuedInFuture: "Set this machine's clock; if it is right, tell the server's operator."
    default: "Do not trust the token; tell the server's operator."
    }
  }
}
