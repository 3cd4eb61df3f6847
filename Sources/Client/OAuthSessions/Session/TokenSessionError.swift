public import OAuthCore
public import TokenStorage

/// The reason why a token session returns no access token.
///
/// After ``signedOut(_:)`` and ``ended(_:)`` no tokens are left. After all other errors the tokens
/// are still stored.
public enum TokenSessionError: Error, Sendable {
  /// No tokens are stored for the account.
  case signedOut(Account)
  /// The server no longer refreshes the tokens (`invalid_grant`): they expired, were revoked, or
  /// another party used them. They are deleted.
  case ended(ErrorResponse)
  /// The access token has expired or was rejected, or doesn't stay valid as long as needed, and
  /// there is no refresh token.
  case noRefreshToken(Account)
  /// No new tokens are available right now: no network, or a broken or overloaded server. The same
  /// call may succeed later, after `retryAfter` if the server sent one.
  case temporary(any Error, retryAfter: Duration?)
  /// The server refused for a reason that has nothing to do with these tokens, such as
  /// `invalid_client`.
  case refused(any Error)
  /// The ID token that came with new tokens isn't accepted: it is about another user, or forged
  /// (OpenID Connect Core §12.2). Of the new tokens only the refresh token was stored.
  case unacceptable(any Error)
  /// The server issued new tokens, but they couldn't be stored, so no caller got them. They are
  /// held in memory, and the next call tries again to store them. If the process ends before that,
  /// or another process refreshes meanwhile, the user may have to sign in again.
  case notStored(TokenStoreError)
  /// The token store can't be used.
  case storage(TokenStoreError)
  /// The key that the stored tokens are bound to can't be read, or it is in hardware and the client
  /// has no prover with it.
  case unusableKey(Account)
  /// The request goes to an origin that isn't one of the session's.
  case foreignOrigin(String)

  /// The pause that the server asks for, if it does.
  public var retryAfter: Duration? {
    if case .temporary(_, let wait) = self { wait } else { nil }
  }

  /// The seconds that this machine's clock is ahead at least, if an ID token that was just issued has
  /// expired by it.
  var secondsFast: Int64? {
    if case .unacceptable(let cause as any FastClockError) = self { cause.secondsFast } else { nil }
  }
}

extension TokenSessionError: ExplainedError {
  /// The facts of each case. The category is `ErrorCategory.signInNeeded` if the user has to sign in
  /// again; `ErrorCategory.offline` or `ErrorCategory.temporary` if the same call may succeed later.
  public var facts: ErrorFacts {
    let newSignIn = "Sign in again."
    return switch self {
    case .signedOut(let account):
      ErrorFacts(
        "signed_out", at: .token, .signInNeeded, "No tokens are stored for \(UntrustedText("\(account)")).",
        remedy: newSignIn)
    case .ended(let response):
      ErrorFacts(
        "session_ended", at: .token, .signInNeeded,
        "The authorization server no longer refreshes the tokens: \(response.asSentence)",
        remedy: newSignIn)
    case .noRefreshToken(let account):
      ErrorFacts(
        "no_refresh_token", at: .token, .signInNeeded,
        "The access token of \(UntrustedText("\(account)")) has expired, expires too soon or was rejected, and the "
          + "server issued no refresh token.",
        remedy: newSignIn)
    case .temporary(let cause, let wait):
      ErrorFacts(
        "temporarily_no_token", at: .token, ErrorCategory(of: cause) == .offline ? .offline : .temporary,
        "No new access token is available right now. \(Self.explanation(of: cause))",
        remedy: "Try again" + (wait.map { " in \($0.inWords)" } ?? " soon") + Self.loss(after: cause))
    case .refused(let cause):
      ErrorFacts(
        "refresh_refused", at: .token, ErrorCategory(of: cause) ?? .refused,
        "The authorization server refused to refresh the tokens. \(Self.explanation(of: cause))",
        remedy: (cause as? any ExplainedError)?.remedy ?? "Check the client's registration.")
    case .unacceptable(let cause):
      ErrorFacts(
        "refresh_not_acceptable", at: .verification, ErrorCategory(of: cause) ?? .invalidInput,
        "The tokens of the refresh are not accepted. \(Self.explanation(of: cause))",
        remedy: Self.isAboutClock(cause)
          ? "Set this machine's clock, and try again: the sign-in is still there."
          : "Sign out, and sign in again. If it happens again, tell the server's operator.")
    case .notStored(let cause):
      ErrorFacts(
        "tokens_not_stored", at: .storage, cause.category,
        "The server issued new tokens, but they could not be stored. \(cause.explanation)",
        remedy: "\(cause.remedy) Do it before the program ends: the new tokens are only in its memory.")
    case .storage(let cause):
      ErrorFacts(
        "token_store_unusable", at: .storage, cause.category, "The token store could not be used. \(cause.explanation)",
        remedy: cause.remedy)
    case .unusableKey(let account):
      ErrorFacts(
        "unusable_proof_key", at: .storage, .signInNeeded,
        "The key that the tokens of \(UntrustedText("\(account)")) are bound to is missing or cannot be read (RFC "
          + "9449).",
        remedy: "Sign in again, or give the client the key if it is in hardware.")
    case .foreignOrigin(let origin):
      ErrorFacts(
        "foreign_origin", at: .resource, .mistake,
        "The request goes to \(UntrustedText(origin)), which is not one of the origins for these tokens.",
        remedy: "Send it without a token. If the API accepts this provider's tokens, name it in the `origins` of the "
          + "session.")
    }
  }

  /// Whether an ID token that the server has just issued isn't valid now by this machine's clock.
  private static func isAboutClock(_ cause: any Error) -> Bool {
    let codes = ["id_token_expired_on_arrival", "id_token_not_yet_valid"]
    return (cause as? any ExplainedError).map { codes.contains($0.code) } ?? false
  }

  /// Returns what another try may find, as the rest of a sentence.
  private static func loss(after cause: any Error) -> String {
    guard (cause as? any UncertainOutcome)?.mayHaveSucceeded == true else {
      return ErrorCategory(of: cause) == .offline ? "; nothing was lost." : "."
    }
    return ". The server may have replaced the refresh token without this answer arriving. Many servers accept "
      + "the old one for a minute; others want a new sign-in."
  }

  private static func explanation(of cause: any Error) -> String {
    // Only the type, because other errors' descriptions may contain what was sent.
    (cause as? any ExplainedError)?.explanation ?? "The cause is \(type(of: cause))."
  }
}
