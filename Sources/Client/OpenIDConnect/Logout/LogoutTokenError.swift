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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .malformedRequest: "logout_request_malformed"
    case .notVerified(let cause): "logout_token_" + cause.code
    case .notDecrypted(let cause): "logout_token_" + cause.code
    case .claims(let cause): "logout_token_" + cause.code
    case .untrustedAudience: "logout_token_untrusted_audience"
    case .noSubject: "logout_token_without_sub_and_sid"
    case .noLogoutEvent: "logout_token_without_event"
    case .nonceNotAllowed: "logout_token_with_nonce"
    case .replayed: "logout_token_replayed"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .malformedRequest: "The logout request does not have exactly one logout_token (Back-Channel Logout §2.5)."
    case .notVerified(let cause): "The logout token is not accepted. \(cause.explanation)"
    case .notDecrypted(let cause): "The logout token is not accepted. \(cause.explanation)"
    case .claims(let cause): "The logout token is not accepted. \(cause.explanation)"
    case .untrustedAudience(let audience):
      "The logout token is for \(audience) too, which is not trusted (aud, Back-Channel Logout §2.6)."
    case .noSubject: "The logout token names neither a user nor a session (sub, sid, Back-Channel Logout §2.4)."
    case .noLogoutEvent:
      "The token's events contain no logout, so it is not a logout token (events, Back-Channel Logout §2.4)."
    case .nonceNotAllowed: "The logout token has a nonce, which is not allowed (Back-Channel Logout §2.4)."
    case .replayed: "This logout token was received before (jti, Back-Channel Logout §2.6)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String { "Answer with status 400 and end no session; if the server sent it, tell its operator." }
}
