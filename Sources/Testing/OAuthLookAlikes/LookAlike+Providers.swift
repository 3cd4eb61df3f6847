public import JOSE
public import Logging
public import OAuthCore
public import OAuthServer
public import PKCE

extension LookAlike {
  /// Creates a look-alike of GitHub: OAuth Apps and GitHub Apps, the device grant, `GET /user` and
  /// `DELETE /applications/{client_id}/token`.
  ///
  /// - Parameters:
  ///   - address: The origin that it listens at. Default: `nil`, for a look-alike that answers in
  ///     place of github.com and api.github.com.
  ///   - clients: The registered applications.
  ///   - user: The only user account.
  ///   - quirks: The optional behaviors of GitHub that are switched on. Default: none.
  ///   - pages: The design of the pages. Default: no design.
  ///   - clock: The wall clock. Default: the system's.
  ///   - random: The source of codes and tokens. Default: the system's.
  ///   - logger: The logger, which never receives a secret.
  /// - Throws: The errors of `AuthorizationServerConfiguration` for the server inside.
  public static func gitHub(
    at address: Issuer? = nil, clients: [LookAlikeClient] = [.gitHubOAuthApp, .gitHubApp],
    user: LookAlikeUser = LookAlikeUser(), quirks: Set<LookAlikeQuirk> = [],
    pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, user: user, quirks: quirks,
      deviceCodeLifetime: .seconds(900), pages: pages, clock: clock, random: random, logger: logger)
    return LookAlike(try GitHubLookAlike(parts), origins: GitHubLookAlike.Origin.all)
  }

  /// Creates a look-alike of Google: desktop, iOS, web and device clients, ID tokens, UserInfo, the
  /// People API and revocation.
  ///
  /// - Parameters:
  ///   - address: The origin that it listens at. Default: `nil`, for a look-alike that answers in
  ///     place of accounts.google.com, oauth2.googleapis.com and Google's other hosts.
  ///   - clients: The registered applications.
  ///   - user: The only user account.
  ///   - quirks: The optional behaviors of Google that are switched on. Default: none.
  ///   - idTokenKey: The key that signs ID tokens. It must have a key ID (`kid`). Default: an RSA
  ///     key, which this process generates once.
  ///   - pages: The design of the pages. Default: no design.
  ///   - clock: The wall clock. Default: the system's.
  ///   - random: The source of codes and tokens. Default: the system's.
  ///   - logger: The logger, which never receives a secret.
  /// - Throws: The errors of `AuthorizationServerConfiguration` for the server inside, and the
  ///   error of a failed key generation.
  public static func google(
    at address: Issuer? = nil,
    clients: [LookAlikeClient] = [.googleDesktop, .googleIOS, .googleWeb, .googleDevice],
    user: LookAlikeUser = LookAlikeUser(), quirks: Set<LookAlikeQuirk> = [], idTokenKey: SigningKey? = nil,
    pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, user: user, quirks: quirks,
      deviceCodeLifetime: .seconds(1_800), pages: pages, clock: clock, random: random, logger: logger)
    let key = try idTokenKey ?? LookAlikeKey.generatedKey.get()
    return LookAlike(try GoogleLookAlike(parts, key: key), origins: GoogleLookAlike.Origin.all)
  }

  /// Creates a look-alike of Spotify: authorization, tokens and `GET /v1/me`. Spotify has neither
  /// a device grant nor revocation.
  ///
  /// - Parameters:
  ///   - address: The origin that it listens at. Default: `nil`, for a look-alike that answers in
  ///     place of accounts.spotify.com and api.spotify.com.
  ///   - clients: The registered applications.
  ///   - user: The only user account.
  ///   - quirks: The optional behaviors of Spotify that are switched on. Default: none.
  ///   - pages: The design of the pages. Default: no design.
  ///   - clock: The wall clock. Default: the system's. Refresh tokens expire 182 days after the
  ///     sign-in, even if they are refreshed.
  ///   - random: The source of codes and tokens. Default: the system's.
  ///   - logger: The logger, which never receives a secret.
  /// - Throws: The errors of `AuthorizationServerConfiguration` for the server inside.
  public static func spotify(
    at address: Issuer? = nil, clients: [LookAlikeClient] = [.spotify], user: LookAlikeUser = LookAlikeUser(),
    quirks: Set<LookAlikeQuirk> = [], pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, user: user, quirks: quirks,
      deviceCodeLifetime: .seconds(600), pages: pages, clock: clock, random: random, logger: logger)
    return LookAlike(try SpotifyLookAlike(parts), origins: SpotifyLookAlike.Origin.all)
  }
}
