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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Do not trust the token. Report this to the server's operator.")
    let clockRemedy = "Set this machine's clock. If it is right, report this to the server's operator."
    return switch self {
    case .missing(let claim): row("claim_missing", "The token has no \(claim) (RFC 7519 §4.1).")
    case .malformed(let claim): row("claim_malformed", "The token's \(claim) cannot be used (RFC 7519 §4.1).")
    case .wrongIssuer(let issuer):
      row("wrong_issuer", "The token was issued by \(issuer), not by the expected server (iss, RFC 7519 §4.1.1).")
    case .wrongAudience: row("wrong_audience", "The token is meant for a different recipient (aud, RFC 7519 §4.1.3).")
    case .expired(let seconds):
      row(
        "expired",
        "The token expired \(Duration.seconds(seconds).inWords) ago by this machine's clock (exp, RFC 7519 §4.1.4).",
        remedy: "Get a new token. If this one was just issued, set this machine's clock.")
    case .notYetValid(let seconds):
      row(
        "not_yet_valid",
        "The token becomes valid only in \(Duration.seconds(seconds).inWords) by this machine's clock "
          + "(nbf, RFC 7519 §4.1.5).",
        remedy: clockRemedy)
    case .issuedInFuture(let seconds):
      row(
        "issued_in_future",
        "The token was issued \(Duration.seconds(seconds).inWords) in the future by this machine's clock. "
          + "This clock is slow, or the server's clock is fast, by at least that much (iat, RFC 7519 §4.1.6).",
        remedy: clockRemedy)
    }
  }
}
