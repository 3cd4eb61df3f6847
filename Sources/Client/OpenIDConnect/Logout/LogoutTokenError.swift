public import JOSE
public import OAuthCore

/// The reason why a logout token isn't accepted (Back-Channel Logout §2.6).
///
/// Answer the request with status 400 and end no session.
public enum LogoutTokenError: Error, Sendable, Hashable {
  /// The request's body doesn't have exactly one `logout_token` (§2.5).
  case malformedRequest
  /// The signature, the algorithm, the type or the format is wrong.
  case notVerified(JOSEError)
  /// The token can't be decrypted, or isn't encrypted although the client registered for encryption.
  case notDecrypted(JSONWebEncryptionError)
  /// A registered claim is missing, malformed or wrong.
  case claims(JWTClaimsError)
  /// The token has another audience that isn't trusted.
  case untrustedAudience(UntrustedText)
  /// The token has neither a `sub` nor a `sid`.
  case noSubject
  /// The `events` contain no back-channel logout.
  case noLogoutEvent
  /// The token has a `nonce`, which a logout token must not have.
  case nonceNotAllowed
  /// A token with this `jti` was received before.
  case replayed
}

extension LogoutTokenError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Answer with status 400 and end no session; if the server sent it, tell its operator.")
    return switch self {
    case .malformedRequest:
      row(
        "logout_request_malformed",
        "The logout request does not have exactly one logout_token (Back-Channel Logout §2.5).")
    case .notVerified(let cause):
      row("logout_token_" + cause.code, "The logout token is not accepted. \(cause.explanation)")
    case .notDecrypted(let cause):
      row("logout_token_" + cause.code, "The logout token is not accepted. \(cause.explanation)")
    case .claims(let cause): row("logout_token_" + cause.code, "The logout token is not accepted. \(cause.explanation)")
    case .untrustedAudience(let audience):
      row(
        "logout_token_untrusted_audience",
        "The logout token is for \(audience) too, which is not trusted (aud, Back-Channel Logout §2.6).")
    case .noSubject:
      row(
        "logout_token_without_sub_and_sid",
        "The logout token names neither a user nor a session (sub, sid, Back-Channel Logout §2.4).")
    case .noLogoutEvent:
      row(
        "logout_token_without_event",
        "The token's events contain no logout, so it is not a logout token (events, Back-Channel Logout §2.4).")
    case .nonceNotAllowed:
      row("logout_token_with_nonce", "The logout token has a nonce, which is not allowed (Back-Channel Logout §2.4).")
    case .replayed:
      row("logout_token_replayed", "This logout token was received before (jti, Back-Channel Logout §2.6).")
    }
  }
}
