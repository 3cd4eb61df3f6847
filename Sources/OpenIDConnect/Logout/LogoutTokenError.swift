public import JOSE
public import OAuthCore

/// Why a logout token isn't accepted (Back-Channel Logout §2.6). Answer such a request with status 400 and end nothing.
public enum LogoutTokenError: Error, Sendable, Hashable {
  /// The request's body has not exactly one `logout_token` (§2.5).
  case malformedRequest
  /// The signature, the algorithm, the type or the form is wrong.
  case notVerified(JOSEError)
  /// A registered claim is missing, malformed or wrong.
  case claims(JWTClaimsError)
  /// The token is for somebody else too, whom nobody said to trust.
  case untrustedAudience(UntrustedText)
  /// There is neither a `sub` nor a `sid`.
  case nobody
  /// The `events` have no back-channel logout.
  case noLogoutEvent
  /// There is a `nonce`, which no logout token may have.
  case nonce
  /// A token with this `jti` came before.
  case replayed
}

extension LogoutTokenError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .malformedRequest: "logout_request_malformed"
    case .notVerified(let cause): "logout_token_" + cause.code
    case .claims(let cause): "logout_token_" + cause.code
    case .untrustedAudience: "logout_token_untrusted_audience"
    case .nobody: "logout_token_without_sub_and_sid"
    case .noLogoutEvent: "logout_token_without_event"
    case .nonce: "logout_token_with_nonce"
    case .replayed: "logout_token_replayed"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with it.
  public var explanation: String {
    switch self {
    case .malformedRequest: "The logout request has not exactly one logout_token (Back-Channel Logout §2.5)."
    case .notVerified(let cause): "The logout token is not accepted. \(cause.explanation)"
    case .claims(let cause): "The logout token is not accepted. \(cause.explanation)"
    case .untrustedAudience(let audience):
      "The logout token is for \(audience) too, which is not trusted (aud, Back-Channel Logout §2.6)."
    case .nobody: "The logout token names neither a person nor a session (sub, sid, Back-Channel Logout §2.4)."
    case .noLogoutEvent: "The token's events have no logout, so it is none (events, Back-Channel Logout §2.4)."
    case .nonce: "The logout token has a nonce, which none may have (Back-Channel Logout §2.4)."
    case .replayed: "This logout token came before (jti, Back-Channel Logout §2.6)."
    }
  }

  /// What to do about it.
  public var remedy: String { "Answer with status 400 and end no session; if the server sent it, tell its operator." }
}
