public import OAuthCore
public import TokenStorage

/// Why a token session gives no access token.
///
/// Only ``signedOut(_:)`` and ``ended(_:)`` mean that there is nothing left: after all others the tokens are still stored.
public enum TokenSessionError: Error, Sendable {
  /// No tokens are stored for the account.
  case signedOut(Account)
  /// The server won't refresh the tokens any more (`invalid_grant`): they expired, were revoked, or were used by somebody else.
  /// They are deleted.
  case ended(ErrorResponse)
  /// The access token has ended, or doesn't last as long as was asked for, and there is no refresh token.
  case noRefreshToken(Account)
  /// No new tokens could be had at the moment: no network, a broken or overloaded server. The same call may succeed later, after
  /// `retryAfter` if the server gave one.
  case temporary(any Error, retryAfter: Duration?)
  /// The server refused for a reason that has nothing to do with these tokens, such as `invalid_client`.
  case refused(any Error)
  /// The server gave new tokens and they couldn't be stored, so that nobody got them. They are held in memory, and the next call
  /// tries again to store them. If the process ends before that, or another one refreshes in the meantime, the person may have to
  /// sign in again.
  case notStored(TokenStoreError)
  /// The store can't be used.
  case storage(TokenStoreError)
  /// The key that the stored tokens are bound to can't be read.
  case unusableKey(Account)
  /// The request goes to an origin that may not get these tokens.
  case foreignOrigin(String)

  /// Whether the same call may succeed later, with nothing changed.
  public var isTransient: Bool {
    switch self {
    case .temporary, .notStored: true
    case .storage(let error): error.isTransient
    default: false
    }
  }

  /// How long the server asks to wait, if it says so.
  public var retryAfter: Duration? {
    if case .temporary(_, let wait) = self { wait } else { nil }
  }

  /// Whether the person has to sign in before there can be tokens again.
  public var needsSignIn: Bool {
    switch self {
    case .signedOut, .ended, .noRefreshToken, .unusableKey: true
    default: false
    }
  }
}

extension TokenSessionError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .signedOut: "signed_out"
    case .ended: "session_ended"
    case .noRefreshToken: "no_refresh_token"
    case .temporary: "temporarily_no_token"
    case .refused: "refresh_refused"
    case .notStored: "tokens_not_stored"
    case .storage: "token_store_unusable"
    case .unusableKey: "unusable_proof_key"
    case .foreignOrigin: "foreign_origin"
    }
  }

  /// Storage, resource or token.
  public var step: FlowStep {
    switch self {
    case .notStored, .storage, .unusableKey: .storage
    case .foreignOrigin: .resource
    default: .token
    }
  }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .signedOut(let account): "Nobody is signed in as \(UntrustedText("\(account)"))."
    case .ended(let response): "The authorization server will not refresh the tokens any more: \(response)."
    case .noRefreshToken(let account):
      "The access token of \(UntrustedText("\(account)")) has ended or doesn't last as long as was asked for, and the server gave no refresh token."
    case .temporary(let cause, _): "No new access token could be had. \(Self.explanation(of: cause))"
    case .refused(let cause): "The authorization server refused to refresh the tokens. \(Self.explanation(of: cause))"
    case .notStored(let cause): "The server gave new tokens, but they could not be stored. \(cause.explanation)"
    case .storage(let cause): "The token store could not be used. \(cause.explanation)"
    case .unusableKey(let account):
      "The key that the tokens of \(UntrustedText("\(account)")) are bound to cannot be read (RFC 9449)."
    case .foreignOrigin(let origin): "The request goes to \(UntrustedText(origin)), which may not get these tokens."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .signedOut, .ended, .noRefreshToken, .unusableKey: "Sign in again."
    case .temporary(_, let wait):
      wait.map { "Try again in \($0.components.seconds) s; nothing was lost." } ?? "Try again; nothing was lost."
    case .refused(let cause): (cause as? any ExplainedError)?.remedy ?? "Check the client's registration."
    case .notStored(let cause):
      "\(cause.remedy) Do it before the program ends: the new tokens are in its memory alone."
    case .storage(let cause): cause.remedy
    case .foreignOrigin: "Send it without a token, or name the origin when the session is made if it is the provider's."
    }
  }

  private static func explanation(of cause: any Error) -> String {
    // The type alone: others' descriptions may hold what was sent.
    (cause as? any ExplainedError)?.explanation ?? "The cause is \(type(of: cause))."
  }
}
