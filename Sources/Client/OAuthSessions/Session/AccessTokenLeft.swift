internal import OAuth
public import OAuthCore

/// The reason why an access token may stay valid at the server after a sign-out that revoked its
/// refresh token, and for how long.
///
/// RFC 7009 §2.1 lets the server decide whether access tokens end with their refresh token.
public struct AccessTokenLeft: Error, Sendable {
  /// The time until the access token expires, in whole seconds, by this machine's clock; `nil` if the
  /// server didn't state its lifetime.
  public let remaining: Duration?
  /// The reason why the server didn't revoke the access token.
  public let cause: any Error

  package init(remaining: Duration?, cause: any Error) {
    self.remaining = remaining
    self.cause = cause
  }

  /// Whether the server revokes no access tokens, so that nothing has failed (RFC 7009 §2.2.1).
  public var isUnsupported: Bool { (cause as? EndpointError)?.isRefusal(.unsupportedTokenType) ?? false }
}

extension AccessTokenLeft: ExplainedError {
  /// The step and the category of the cause, and how long the access token stays valid.
  public var facts: ErrorFacts {
    let reason = (cause as? any ExplainedError)?.facts
    let time = remaining.map { "for \($0.inWords)" } ?? "for an unknown time"
    return ErrorFacts(
      "access_token_not_revoked", at: reason?.step ?? .token, ErrorCategory(of: cause) ?? .refused,
      "The refresh token was revoked, but the access token was not, and may stay valid \(time) (RFC 7009 §2.1). "
        + (reason?.explanation ?? "The cause is \(type(of: cause))."),
      remedy: "To end it at once, remove the application on the server's pages, or ask its operator.")
  }
}
