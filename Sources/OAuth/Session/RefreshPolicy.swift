public import OAuthCore

/// When a token session refreshes, and what ends it.
public struct RefreshPolicy: Sendable, Hashable {
  /// How long before its end an access token is replaced, so that it doesn't end on the way to a resource. Never more than a
  /// fifth of the token's life.
  public var margin: Duration
  /// What the session takes for the end when the token endpoint refuses a refresh token. `invalid_grant` is the specified
  /// word (RFC 6749 §5.2); a few servers have their own.
  public var endingErrors: Set<ErrorCode>

  /// A minute, and `invalid_grant` alone, unless said otherwise.
  ///
  /// - Parameters:
  ///   - margin: 0 or more; never more than a fifth of a token's life counts.
  ///   - endingErrors: what is taken for the end. Without `invalid_grant` in it a session whose refresh token was
  ///     revoked asks again each time; with an error that passes by itself it signs people out for nothing.
  public init(margin: Duration = .seconds(60), endingErrors: Set<ErrorCode> = [.invalidGrant]) {
    self.margin = margin
    self.endingErrors = endingErrors
  }
}
