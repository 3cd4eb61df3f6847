/// The lifetimes of codes, tokens and sessions.
public struct TokenLifetimes: Sendable, Hashable {
  /// The lifetime of an authorization code, from the approval to the token request. RFC 6749 §4.1.2
  /// allows at most ten minutes.
  public var authorizationCode: Duration
  /// The lifetime of an access token.
  public var accessToken: Duration
  /// The lifetime of a refresh token. Each refresh starts it again.
  public var refreshToken: Duration
  /// The time after its use in which a refresh token can be used once more, for the same client; at
  /// most 60 seconds. After it, a second use revokes the grant.
  ///
  /// The leeway serves clients that lose the response of a refresh, or that refresh in several
  /// processes at once: RFC 9700 §4.14.2 would sign their users out. The cost is that a stolen
  /// refresh token isn't detected if it is used within this time. Zero, the default, allows no
  /// second use.
  public var refreshTokenLeeway: Duration
  /// The lifetime of an ID token: the time in which a client may accept it as a new sign-in (OpenID
  /// Connect Core §2, `exp`). It doesn't limit how long the user stays signed in at the client.
  public var idToken: Duration

  /// The time in which the user has to enter and approve a device's code (RFC 8628 §3.2). At most
  /// 30 minutes: a code with a long lifetime can be guessed, or sent to a victim (RFC 8628 §5.1,
  /// §5.4).
  public var deviceCode: Duration

  /// The time after which an unused session ends.
  public var sessionIdle: Duration
  /// The maximum lifetime of a session. A new sign-in starts it again.
  public var session: Duration

  /// Creates lifetimes. The ranges are checked by `AuthorizationServerConfiguration`, which
  /// requires at least one second for each.
  /// - Parameters:
  ///   - authorizationCode: The lifetime of an authorization code, at most ten minutes. Default: 60
  ///     seconds.
  ///   - accessToken: The lifetime of an access token. Default: one hour.
  ///   - refreshToken: The lifetime of a refresh token since the last refresh. Default: 30 days.
  ///   - refreshTokenLeeway: The time in which a spent refresh token is accepted once more, at most
  ///     60 seconds. Default: zero.
  ///   - deviceCode: The time from the device's request to the approval, at most 30 minutes.
  ///     Default: ten minutes.
  ///   - idToken: The lifetime of an ID token. Default: one hour.
  ///   - sessionIdle: The time after which an unused session ends. Default: 12 hours.
  ///   - session: The maximum lifetime of a session. Default: 14 days.
  public init(
    authorizationCode: Duration = .seconds(60), accessToken: Duration = .seconds(3_600),
    refreshToken: Duration = .seconds(30 * 86_400), refreshTokenLeeway: Duration = .zero,
    deviceCode: Duration = .seconds(600), idToken: Duration = .seconds(3_600),
    sessionIdle: Duration = .seconds(12 * 3_600), session: Duration = .seconds(14 * 86_400)
  ) {
    self.authorizationCode = authorizationCode
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.refreshTokenLeeway = refreshTokenLeeway
    self.deviceCode = deviceCode
    self.idToken = idToken
    self.sessionIdle = sessionIdle
    self.session = session
  }
}
