/// How long what the server gives out stays good.
public struct TokenLifetimes: Sendable, Hashable {
  /// From the approval to the token request; RFC 6749 §4.1.2 allows ten minutes at most.
  public var authorizationCode: Duration
  /// How long an access token works.
  public var accessToken: Duration
  /// How long a refresh token can be redeemed; each refresh starts anew.
  public var refreshToken: Duration
  /// For how long after it was spent a refresh token gets new tokens once more, for the same client, instead of ending the
  /// grant; 60 seconds at most.
  ///
  /// It is for clients that never hear the answer to a refresh, or that refresh in several processes at once: RFC 9700
  /// §4.14.2 would sign their people out. The price is that whoever stole a refresh token and uses it within this time isn't
  /// found out by it. At zero there is no such time.
  public var refreshTokenLeeway: Duration
  /// How long a client may take an ID token for news of who signed in (OpenID Connect Core §2, `exp`). It says nothing about
  /// how long the person stays signed in at the client.
  public var idToken: Duration

  /// How long a person has to enter and approve a device's code (RFC 8628 §3.2); 30 minutes at most, because a code that
  /// lives long can be guessed, or be sent to somebody it isn't for (§5.1, §5.4).
  public var deviceCode: Duration

  /// How long a session lasts that isn't used.
  public var sessionIdle: Duration
  /// How long a session lasts at most. Signing in again starts it anew.
  public var session: Duration

  /// Chooses lifetimes. They are checked by whoever takes them: `AuthorizationServerConfiguration` takes none below a second.
  /// - Parameters:
  ///   - authorizationCode: from the approval to the token request; a minute unless said, ten minutes at most.
  ///   - accessToken: an hour unless said.
  ///   - refreshToken: from the last refresh; 30 days unless said.
  ///   - refreshTokenLeeway: for how long a spent refresh token is forgiven; not at all unless said, 60 seconds at most.
  ///   - deviceCode: from the device's request to the approval; ten minutes unless said, 30 at most.
  ///   - idToken: an hour unless said.
  ///   - sessionIdle: how long a session lasts unused; 12 hours unless said.
  ///   - session: how long a session lasts at most; 14 days unless said.
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
