public import OAuthCore

/// The rules by which a token session refreshes and ends.
public struct RefreshPolicy: Sendable, Hashable {
  /// The time before its expiry at which an access token is replaced, so that it doesn't expire on
  /// its way to a resource. At most a fifth of the token's lifetime is used.
  public var margin: Duration
  /// The errors of the token endpoint that end the session. `invalid_grant` is the specified one
  /// (RFC 6749 §5.2); a few servers have their own.
  public var endingErrors: Set<ErrorCode>
  /// The resources that new access tokens are for, as absolute URIs (RFC 8707 §2.2). Without them,
  /// the server decides, and usually issues tokens for all that were granted. A server that refuses a
  /// refresh for them is asked once more without them.
  public var resources: [String]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - margin: The time before its expiry at which an access token is replaced, from 0 on; at
  ///     most a fifth of its lifetime. Default: a minute.
  ///   - endingErrors: The errors that end the session. Default: `invalid_grant`. Without it, a
  ///     session whose refresh token was revoked asks the server again on every call. An error that
  ///     is temporary signs users out for nothing.
  ///   - resources: The resources of new access tokens. Default: none, so that the server decides.
  public init(
    margin: Duration = .seconds(60), endingErrors: Set<ErrorCode> = [.invalidGrant], resources: [String] = []
  ) {
    self.margin = margin
    self.endingErrors = endingErrors
    self.resources = resources
  }
}
