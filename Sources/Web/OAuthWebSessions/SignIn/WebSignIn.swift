public import Logging
public import OAuth
public import OAuthCore
public import OAuthProviders
internal import OpenIDConnect
public import PKCE

/// The sign-in of a web application: its providers, sessions and pages.
///
/// Create one when the application starts, and add `WebSignInMiddleware` to the router. Routes
/// behind `SignInRequiredMiddleware` then have a signed-in user.
///
/// ```swift
/// let signIn = try WebSignIn([google], at: Endpoint("https://app.example.com"), key: key)
/// ```
///
/// Several instances of an application work together if they have the same key, the same address
/// and, if there is one, the same store.
public final class WebSignIn: Sendable {
  /// The clients at the providers, in the order of the sign-in page.
  public let clients: [ProviderClient]
  /// The application's address, as browsers show it.
  public let address: Endpoint
  /// The path of all the application's pages, such as `/shop`; empty if it has an origin of its own.
  public let basePath: String
  /// The paths that the library answers.
  public let paths: SignInPaths

  package let sessions: BrowserSessions
  let tokens: SessionTokens
  let attempts: AttemptCookies
  let returnCookie: ReturnCookie
  let sealer: AttemptSealer
  let claims: Set<String>
  package let accounts: WebAccounts?
  let isSkippingChoice: Bool
  let pages: any SignInPages
  package let clock: WallClock
  package let logger: Logger
  private let redirectURIs: [String: RedirectURI]

  /// Creates a sign-in. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - clients: The clients at the providers. Each provider has an identifier of its own.
  ///   - address: The application's origin as browsers show it, such as `https://app.example.com`, or
  ///     with a path that all its pages are below: `https://example.com/shop`. Requests have the whole
  ///     path. It is never read from a request.
  ///   - key: The key that encrypts sessions and sign-ins. All instances need the same one.
  ///   - older: Keys that still open what they sealed. Before a new key is used, add it here on all
  ///     instances. Default: none.
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
  ///   - pages: The pages for users, such as `MustacheSignInPages`.
  ///   - clock: The wall clock. Default: the system's.
  ///   - random: The source of session secrets. It must be cryptographically secure outside tests.
  ///     Default: the system's.
  ///   - logger: The logger. It gets no secrets and no personal data.
  /// - Throws: ``WebSignInError`` if the configuration can't be right; `URIError` if no redirect
  ///   URI can be made.
  public init(
    _ clients: [ProviderClient], at address: Endpoint, key: SealingKey, older: [SealingKey] = [],
    sessions: SessionStorage = .cookieUntilExpiry, lifetimes: SessionLifetimes = SessionLifetimes(),
    keeping claims: Set<String> = [], accounts: WebAccounts? = nil, skippingChoice isSkippingChoice: Bool = false,
    application: String? = nil, paths: SignInPaths = SignInPaths(), pages: any SignInPages,
    clock: WallClock = .system, random: any RandomSource = SystemRandomSource(),
    logger: Logger = Logger(label: "pixy.web")
  ) throws {
    guard !clients.isEmpty else { throw WebSignInError.noProvider }
    guard let basePath = SignInPaths.basePath(of: address) else { throw WebSignInError.address }
    let paths = paths.below(basePath)
    guard paths.areUsable else { throw WebSignInError.paths }
    guard application.map(Self.isUsable) ?? true else { throw WebSignInError.applicationName }
    var redirectURIs: [String: RedirectURI] = [:]
    for id in clients.map(\.provider.id) {
      guard Self.isUsable(id), redirectURIs[id] == nil else { throw WebSignInError.providerID(id) }
      redirectURIs[id] = try RedirectURI(address.origin + paths.callback + "/" + id)
    }
    self.redirectURIs = redirectURIs
    self.clients = clients
    self.address = address
    self.basePath = basePath
    self.paths = paths
    self.claims = claims
    self.accounts = accounts
    self.isSkippingChoice = isSkippingChoice
    self.clock = clock
    self.logger = logger
    self.pages = pages
    let pathName = basePath.isEmpty ? nil : String(basePath.dropFirst()).replacing("/", with: "--")
    let names = CookieNames(address, application: application ?? pathName)
    self.sessions = BrowserSessions(
      origin: address.origin + basePath, cookie: BrowserCookie("session", in: names),
      keys: SealingKeys(key, older: older), storage: sessions, lifetimes: lifetimes, clock: clock, random: random)
    tokens = SessionTokens(of: self.sessions)
    attempts = AttemptCookies(names: names, lifetime: lifetimes.signIn)
    returnCookie = ReturnCookie(names: names, lifetime: lifetimes.signIn)
    sealer = AttemptSealer(
      key, older: older, used: self.sessions.store, lifetime: lifetimes.signIn, random: random)
  }

  private static func isUsable(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
  }

  /// The application's first page.
  package var startPath: String { basePath + "/" }

  /// Begins a sign-in at each provider without a browser, so that a mistake in the configuration is
  /// found before the first user arrives. It also fetches the providers' metadata.
  ///
  /// - Throws: `ProviderError` if a client ID, a secret or a redirect URI can't be right. A
  ///   provider that can't be reached now is only logged.
  public func validate() async throws {
    for client in clients {
      do {
        _ = try await client.begin(redirectURI: redirectURI(of: client))
      } catch let error as ProviderError {
        throw error
      } catch {
        logger.warning(
          "the provider can't be reached now",
          metadata: ["provider": "\(client.provider.id)", "reason": "\(Self.reason(error))"])
      }
    }
  }

  /// The redirect URI to register at a client's provider.
  ///
  /// - Parameter client: One of ``clients``.
  /// - Throws: ``WebSignInError/providerID(_:)`` if it isn't.
  public func redirectURI(of client: ProviderClient) throws(WebSignInError) -> RedirectURI {
    guard let redirectURI = redirectURIs[client.provider.id] else { throw .providerID(client.provider.id) }
    return redirectURI
  }

  /// Returns the client at a provider.
  func client(at provider: String) -> ProviderClient? {
    clients.first { $0.provider.id.utf8.elementsEqual(provider.utf8) }
  }

  /// Whether browsers reach the application by https.
  var isHTTPS: Bool { address.origin.hasPrefix("https:") }

  /// Returns an error's explanation for the log. Of an error that isn't Pixy's it is only the type,
  /// because its description may contain a secret.
  static func reason(_ error: any Error) -> String {
    (error as? any ExplainedError)?.explanation ?? "\(type(of: error))"
  }
}
