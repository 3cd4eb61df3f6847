public import JOSE
public import Logging
public import OAuthCore
public import OAuthServer
public import PKCE

extension LookAlike {
  /// A server like GitHub's: OAuth Apps and GitHub Apps, device grant, `GET /user`, `DELETE /applications/{client_id}/token`.
  ///
  /// - Parameters:
  ///   - address: where it listens; `nil` if it stands in for github.com and api.github.com.
  ///   - clients: the applications it knows.
  ///   - person: who has an account.
  ///   - quirks: what it does that GitHub does only sometimes.
  ///   - pages: how its pages look.
  ///   - clock: what time it is.
  ///   - random: where codes and tokens come from.
  ///   - logger: told what happens, never a secret.
  /// - Throws: what keeps the authorization server inside from being configured.
  public static func gitHub(
    at address: Issuer? = nil, clients: [LookAlikeClient] = [.gitHubOAuthApp, .gitHubApp],
    person: LookAlikePerson = LookAlikePerson(), quirks: Set<LookAlikeQuirk> = [],
    pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, person: person, quirks: quirks,
      deviceCodeLifetime: .seconds(900), pages: pages, clock: clock, random: random, logger: logger)
    return LookAlike(try GitHubLookAlike(parts), origins: GitHubLookAlike.Origin.all)
  }

  /// A server like Google's: desktop, iOS, web and device clients, ID tokens, UserInfo, People API, revocation.
  ///
  /// - Parameters:
  ///   - address: where it listens; `nil` if it stands in for accounts.google.com, oauth2.googleapis.com and the others.
  ///   - clients: the applications it knows.
  ///   - person: who has an account.
  ///   - quirks: what it does that Google does only sometimes.
  ///   - idTokenKey: signs ID tokens, and must have a `kid`; `nil` for an RSA key that this process makes once.
  ///   - pages: how its pages look.
  ///   - clock: what time it is.
  ///   - random: where codes and tokens come from.
  ///   - logger: told what happens, never a secret.
  /// - Throws: what keeps the authorization server inside from being configured; what making the key throws.
  public static func google(
    at address: Issuer? = nil,
    clients: [LookAlikeClient] = [.googleDesktop, .googleIOS, .googleWeb, .googleDevice],
    person: LookAlikePerson = LookAlikePerson(), quirks: Set<LookAlikeQuirk> = [], idTokenKey: SigningKey? = nil,
    pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, person: person, quirks: quirks,
      deviceCodeLifetime: .seconds(1_800), pages: pages, clock: clock, random: random, logger: logger)
    let key = try idTokenKey ?? LookAlikeKey.made.get()
    return LookAlike(try GoogleLookAlike(parts, key: key), origins: GoogleLookAlike.Origin.all)
  }

  /// A server like Spotify's: authorization, tokens, `GET /v1/me`. It has no device grant and revokes nothing.
  ///
  /// - Parameters:
  ///   - address: where it listens; `nil` if it stands in for accounts.spotify.com and api.spotify.com.
  ///   - clients: the applications it knows.
  ///   - person: who has an account.
  ///   - quirks: what it does that Spotify does only sometimes.
  ///   - pages: how its pages look.
  ///   - clock: what time it is. Refresh tokens end 182 days after the sign-in, whatever is refreshed.
  ///   - random: where codes and tokens come from.
  ///   - logger: told what happens, never a secret.
  /// - Throws: what keeps the authorization server inside from being configured.
  public static func spotify(
    at address: Issuer? = nil, clients: [LookAlikeClient] = [.spotify], person: LookAlikePerson = LookAlikePerson(),
    quirks: Set<LookAlikeQuirk> = [], pages: any Pages = PagesWithoutDesign(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.look-alike")
  ) throws -> LookAlike {
    let parts = LookAlikeParts(
      address: LookAlikeAddress(address), clients: clients, person: person, quirks: quirks,
      deviceCodeLifetime: .seconds(600), pages: pages, clock: clock, random: random, logger: logger)
    return LookAlike(try SpotifyLookAlike(parts), origins: SpotifyLookAlike.Origin.all)
  }
}
