public import Logging
public import OAuth
public import OAuthCore
public import OAuthProviders
public import OAuthWebSessions
public import PKCE

extension WebSignIn {
  /// Creates a sign-in with the built-in pages. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - clients: The clients at the providers. Each provider has an identifier of its own.
  ///   - address: The application's origin as browsers show it, such as `https://app.example.com`, or
  ///     with a path that all its pages are below: `https://example.com/shop`. Requests have the whole
  ///     path. It is never read from a request.
  ///   - key: The key that encrypts sessions and sign-ins. All instances need the same one.
  ///   - older: Keys that still open what they sealed. Default: none.
  ///   - sessions: The place of the sessions. Default: an encrypted cookie.
  ///   - lifetimes: The lifetimes of sessions and sign-ins. Default: an hour idle, twelve hours in
  ///     all, ten minutes for a sign-in.
  ///   - claims: The claims of the ID token that a session keeps, such as `groups`. Default: none
  ///     besides the profile.
  ///   - accounts: The hook of each sign-in, and the roles of accounts. Default: none, so each user
  ///     of the providers is admitted.
  ///   - isSkippingChoice: Whether the sign-in page leads straight to the provider if there is only
  ///     one. The page is still shown after a sign-out, and after a link of another site. Default:
  ///     no.
  ///   - application: A name for this application's cookies, made of a to z, 0 to 9 and hyphens. Give
  ///     one if several applications share an origin. Default: the path of the address. The port is
  ///     part of the names.
  ///   - paths: The paths that the library answers. Default: `/sign-in`, `/callback` and so on.
  ///   - pages: The pages for users. Default: ``MustacheSignInPages``.
  ///   - clock: The wall clock. Default: the system's.
  ///   - random: The source of session secrets. It must be cryptographically secure outside tests.
  ///     Default: the system's.
  ///   - logger: The logger. It gets no secrets and no personal data.
  /// - Throws: `WebSignInError` if the configuration can't be right; `URIError` if no redirect
  ///   URI can be made.
  public convenience init(
    _ clients: [ProviderClient], at address: Endpoint, key: SealingKey, older: [SealingKey] = [],
    sessions: SessionStorage = .cookieUntilExpiry, lifetimes: SessionLifetimes = SessionLifetimes(),
    keeping claims: Set<String> = [], accounts: WebAccounts? = nil, skippingChoice isSkippingChoice: Bool = false,
    application: String? = nil, paths: SignInPaths = SignInPaths(), pages: MustacheSignInPages? = nil,
    clock: WallClock = .system, random: any RandomSource = SystemRandomSource(),
    logger: Logger = Logger(label: "pixy.web")
  ) throws {
    try self.init(
      clients, at: address, key: key, older: older, sessions: sessions, lifetimes: lifetimes, keeping: claims,
      accounts: accounts, skippingChoice: isSkippingChoice, application: application, paths: paths,
      pages: (pages ?? MustacheSignInPages()) as any SignInPages, clock: clock, random: random, logger: logger)
  }
}
