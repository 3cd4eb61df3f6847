/// How long what the server gives out stays good.
public struct TokenLifetimes: Sendable, Hashable {
  /// From the approval to the token request; RFC 6749 §4.1.2 allows ten minutes at most.
  public var authorizationCode: Duration
  /// How long an access token works.
  public var accessToken: Duration
  /// How long a refresh token can be redeemed; each refresh starts anew.
  public var refreshToken: Duration

  /// One minute for codes, an hour for access tokens, 30 days for refresh tokens, unless said otherwise.
  public init(
    authorizationCode: Duration = .seconds(60), accessToken: Duration = .seconds(3_600),
    refreshToken: Duration = .seconds(30 * 86_400)
  ) {
    self.authorizationCode = authorizationCode
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
