internal import DPoPVerification
public import JOSE
public import Logging
public import OAuth
public import OAuthCore
public import OAuthLookAlikes
public import OAuthProviders
public import OAuthServer
#if HUMMINGBIRD
internal import OAuthServerHummingbird
#endif
public import OAuthSessions
public import TokenStorage

/// An authorization server for one test, in two lines:
///
/// ```swift
/// let server = try EmbeddedServer()
/// let tokens = try await server.signIn(scope: "openid profile")
/// ```
///
/// It is a complete OpenID Provider in memory. It has one public client (``clientID``) and the
/// clients that the test adds, one user who signs in and agrees, and a clock that stands still
/// until the test moves it. A test requests faults by name:
///
/// ```swift
/// server.misbehave(.wrongAudience)
/// server.misbehave(.serverError, at: .userInfo)
/// server.clock.advance(by: .seconds(3_600))
/// ```
///
/// ``withEmbeddedServer(make:isolation:body:)`` runs it on a port instead.
public struct EmbeddedServer: Sendable {
  /// The client ID of the built-in public client.
  public static let clientID = "app"
  /// A redirect URI of the built-in client. The server accepts it with any port.
  public static let redirectURI = "http://127.0.0.1:49152/callback"

  /// The server's clock.
  public let clock: ManualClock
  /// Whether the test passed the clock in, instead of using the default.
  let isClockGiven: Bool
  /// The server together with its planned faults.
  public let faults: FaultyServer
  /// The key that signs ID tokens (ES256).
  public let signingKey: SigningKey
  /// The simulated user, with the user name and password for the sign-in page.
  public let user: SimulatedUser

  /// Creates a server with an empty database.
  /// - Parameters:
  ///   - issuer: The issuer, at whose origin ``transport`` reaches the server. Default:
  ///     `https://login.test`.
  ///   - clients: The registered clients besides ``clientID``. A client with that ID replaces the
  ///     built-in one.
  ///   - agrees: Whether the user allows the requests of clients. Default: yes.
  ///   - scopes: The known scopes. With `openid` the server issues ID tokens. Default: `openid`,
  ///     `profile` and `email`.
  ///   - lifetimes: The lifetimes of codes and tokens.
  ///   - asksForDPoPNonces: Whether DPoP proofs need a nonce of the server (RFC 9449 §8). Default:
  ///     no.
  ///   - clock: The server's clock. Default: one that shows the present, because clients with
  ///     another clock would reject ID tokens of another year. On a port the default clock runs; a
  ///     clock that is passed here stays as it is.
  ///   - reachingClients: The transport to clients, for their keys, request objects and logout
  ///     notifications. Default: none, so that the server can't reach a client.
  ///   - pages: The pages for browsers. Default: those of `pixy serve`, or pages without design if
  ///     the trait `Hummingbird` is off.
  ///   - logger: The logger. Default: none.
  ///   - configure: A closure that changes other settings. Before it runs, any client can register
  ///     itself (RFC 7591).
  /// - Throws: `AuthorizationServerConfigurationError` for invalid scopes or lifetimes, and the
  ///   errors of `configure`.
  public init(
    issuer: Issuer? = nil, clients: [RegisteredClient] = [], agrees: Bool = true,
    scopes: [String] = ["openid", "profile", "email"], lifetimes: TokenLifetimes = TokenLifetimes(),
    asksForDPoPNonces: Bool = false, clock: ManualClock? = nil,
    reachingClients: (any HTTPTransport)? = nil, pages: (any Pages)? = nil, logger: Logger? = nil,
    configure: (inout AuthorizationServerConfiguration) throws -> Void = { _ in }
  ) throws {
    isClockGiven = clock != nil
    let clock = clock ?? ManualClock(WallClock.system.now())
    let scopes = try Scope(scopes)
    let key = try SigningKey.generate(.es256, keyID: "embedded")
    var configuration = try AuthorizationServerConfiguration(
      issuer: issuer ?? Issuer("https://login.test"), scopes: scopes, lifetimes: lifetimes,
      signingKeys: SigningKeys(signing: key))
    configuration.registration = RegistrationPolicy(.open)
    try configure(&configuration)
    let user = SimulatedUser(username: "ada", password: Secret("lovelace"), agrees: agrees)
    let server = AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(clock: clock.wallClock),
      clients: InMemoryClientStore([try Self.app(scopes)] + clients), users: Self.directory(user),
      pages: try pages ?? Self.pages(), transport: reachingClients, clock: clock.wallClock,
      dpopNonces: asksForDPoPNonces ? TimedDPoPNonces() : nil,
      logoutDelivery: reachingClients.map { LogoutDelivery(transport: $0) },
      logger: logger ?? Logger(label: "embedded") { _ in SwiftLogNoOpLogHandler() })
    self.clock = clock
    self.user = user
    signingKey = key
    faults = FaultyServer(server, signingKey: key)
  }

  private static func app(_ scopes: Scope) throws -> RegisteredClient {
    RegisteredClient(
      id: clientID, name: "App",
      redirectURIs: [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("http://[::1]/callback")],
      scope: scopes, grants: [.authorizationCode, .refreshToken, .deviceCode])
  }

  private static func directory(_ user: SimulatedUser) -> InMemoryUserDirectory {
    let account = User(
      subject: Subject(rawValue: "user-1"), username: user.username, name: "Ada Lovelace", email: "ada@example.com")
    return InMemoryUserDirectory([(user: account, password: user.password)])
  }

  private static func pages() throws -> any Pages {
    #if HUMMINGBIRD
    try MustachePages()
    #else
    PagesWithoutDesign()
    #endif
  }

  /// The server's issuer.
  public var issuer: Issuer { faults.server.issuer }

  /// The transport that reaches the server in process. The simulated user's browser uses it too.
  public var transport: any HTTPTransport { InProcessTransport(faults, at: issuer) }

  /// Returns a client in process that has read the server's metadata.
  /// - Parameters:
  ///   - id: The client ID of a registered client. Default: the built-in client.
  ///   - authentication: The client authentication. Default: none.
  ///   - prover: The DPoP key for bound tokens (RFC 9449). Default: none, for bearer tokens.
  ///   - limits: The limits of one exchange. With a short timeout, a test of a hanging server stays
  ///     fast.
  /// - Throws: The errors of metadata discovery.
  public func client(
    _ id: String = clientID, authentication: ClientAuthentication = .none, prover: DPoPProver? = nil,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> OAuthClient {
    let transport = transport
    return OAuthClient(
      id: id, authentication: authentication, server: try await .discover(issuer, through: transport), prover: prover,
      transport: transport, limits: limits, clock: clock.wallClock)
  }

  /// Returns the server as a provider's client, for `SignInService` and web applications. Both of
  /// its clocks are the server's.
  ///
  /// - Parameters:
  ///   - id: The client ID of a registered client. Default: the built-in client.
  ///   - secret: The client secret. Default: none.
  public func providerClient(_ id: String = clientID, secret: Secret? = nil) -> ProviderClient {
    ProviderClient(
      .issuer(issuer), id: id, secret: secret, through: transport, clock: clock.wallClock,
      monotonic: clock.monotonicClock)
  }

  /// Signs the user in, and returns the session that keeps the tokens valid. Both of its clocks are
  /// the server's: by the machine's monotonic clock, an access token would never expire in a test.
  ///
  /// ```swift
  /// let session = try await server.session()
  /// server.clock.advance(by: .seconds(3_600))
  /// let token = try await session.accessToken()  // a new one
  /// ```
  ///
  /// - Parameters:
  ///   - scope: The requested scope, separated by spaces. Default: "profile".
  ///   - client: The client. Default: the built-in one.
  ///   - store: The store of the tokens. Default: one in memory.
  ///   - origins: Addresses of the APIs that the session sends requests to. Default: none.
  /// - Throws: The errors of ``signIn(scope:)`` and of the store.
  public func session(
    scope: String = "profile", client: OAuthClient? = nil, in store: any TokenStore = MemoryTokenStore(),
    origins: [Endpoint] = []
  ) async throws -> TokenSession {
    let client = if let client { client } else { try await self.client() }
    let session = TokenSession(
      account: try Account(provider: issuer.text, name: user.username), client: client, store: store,
      origins: origins, monotonic: clock.monotonicClock)
    try await session.save(try await client.signIn(scope: Scope(parameter: scope), with: userAgent))
    return session
  }

  /// Plans a fault; see ``FaultyServer/misbehave(_:at:times:)``.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - endpoint: The endpoint. Default: the endpoint where clients usually meet the fault.
  ///   - times: The number of requests that the fault affects, 1 or more. `Int.max` lasts until
  ///     ``behave()``.
  public func misbehave(_ fault: ServerFault, at endpoint: ServerEndpoint? = nil, times: Int = 1) {
    faults.misbehave(fault, at: endpoint, times: times)
  }

  /// Cancels all planned faults; see ``FaultyServer/behave()``.
  public func behave() {
    faults.behave()
  }

  /// The simulated user's browser, for `OAuthClient.signIn` and other sign-in functions.
  public var userAgent: SimulatedUserAgent {
    get throws { SimulatedUserAgent(user, redirectURI: try RedirectURI(Self.redirectURI), through: transport) }
  }

  /// Signs the user in at the built-in client, with the authorization code grant and PKCE.
  /// - Parameter scope: The requested scope, separated by spaces. Default: "profile".
  /// - Throws: The errors of `OAuthClient.signIn`, such as `CallbackError.refused` if the user
  ///   doesn't agree.
  public func signIn(scope: String = "profile") async throws -> TokenResponse {
    try await client().signIn(scope: Scope(parameter: scope), with: userAgent)
  }
}
