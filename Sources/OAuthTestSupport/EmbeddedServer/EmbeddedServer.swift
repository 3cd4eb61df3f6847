internal import DPoPVerification
public import JOSE
public import Logging
public import OAuth
public import OAuthCore
public import OAuthLookAlikes
public import OAuthServer
#if Hummingbird
internal import OAuthServerHummingbird
#endif

/// An authorization server for one test, in two lines:
///
/// ```swift
/// let server = try EmbeddedServer()
/// let tokens = try await server.signIn(scope: "openid profile")
/// ```
///
/// It is a whole OpenID Provider that keeps everything in memory: one public client (``clientID``) and those that the test adds, one
/// person who signs in and agrees, a clock that stands still until the test moves it, and faults by name:
///
/// ```swift
/// server.misbehave(.wrongAudience)
/// server.misbehave(.serverError, at: .userInfo)
/// server.clock.advance(by: .seconds(3_600))
/// ```
///
/// ``withEmbeddedServer(make:isolation:body:)`` has it listen on a port instead.
public struct EmbeddedServer: Sendable {
  /// The public client that it knows.
  public static let clientID = "app"
  /// The redirect URI of that client; any port will do.
  public static let redirectURI = "http://127.0.0.1:49152/callback"

  /// What time it is for the server.
  public let clock: ManualClock
  /// Whether the test brought that clock.
  let isClockGiven: Bool
  /// The server, and what it is to get wrong.
  public let faults: FaultyServer
  /// What its ID tokens are signed with (ES256).
  public let signingKey: SigningKey
  /// The person that ``signIn(scope:)`` plays: with the user name and the password that the sign-in page asks for.
  public let person: PlayedPerson

  /// Makes a server that remembers nothing of others.
  /// - Parameters:
  ///   - issuer: what it is called; clients in process find it there.
  ///   - clients: what it knows beside ``clientID``; one that is called so takes its place.
  ///   - agrees: whether the person allows what clients ask for.
  ///   - scopes: what it knows; `openid` makes ID tokens.
  ///   - lifetimes: how long things stay good.
  ///   - asksForDPoPNonces: whether DPoP proofs need one of the server's nonces (RFC 9449 §8).
  ///   - clock: what time it is; the present unless said, as clients with a clock of their own refuse ID tokens of another year. On a
  ///     port that clock runs on; one that is given here is left as it is.
  ///   - reachingClients: what it fetches clients' keys and request objects with, and tells them of sign-outs; nothing without it.
  ///   - pages: what browsers see; those of `pixy serve` unless said, or none without the trait Hummingbird.
  ///   - logger: hears what happens; nobody does unless said.
  ///   - configure: changes the other settings. Everybody may register clients unless it says otherwise.
  /// - Throws: `AuthorizationServerConfigurationError` for scopes or lifetimes that no server can have; what `configure` throws.
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
    let person = PlayedPerson(username: "ada", password: Secret("lovelace"), agrees: agrees)
    let server = AuthorizationServer(
      configuration: configuration,
      stores: Self.stores([try Self.app(scopes)] + clients, person, clock.wallClock),
      pages: try pages ?? Self.pages(), transport: reachingClients, clock: clock.wallClock,
      dpopNonces: asksForDPoPNonces ? TimedDPoPNonces() : nil,
      logoutDelivery: reachingClients.map { LogoutDelivery(transport: $0) },
      logger: logger ?? Logger(label: "embedded") { _ in SwiftLogNoOpLogHandler() })
    self.clock = clock
    self.person = person
    signingKey = key
    faults = FaultyServer(server, signingKey: key)
  }

  private static func app(_ scopes: Scope) throws -> RegisteredClient {
    RegisteredClient(
      id: clientID, name: "App",
      redirectURIs: [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("http://[::1]/callback")],
      scope: scopes, grants: [.authorizationCode, .refreshToken, .deviceCode])
  }

  private static func stores(
    _ clients: [RegisteredClient], _ person: PlayedPerson, _ clock: WallClock
  ) -> ServerStores {
    let user = User(
      subject: Subject(rawValue: "user-1"), username: person.username, name: "Ada Lovelace", email: "ada@example.com")
    var stores = ServerStores(
      clients: InMemoryClientStore(clients),
      users: InMemoryUserDirectory([(user: user, password: person.password)]),
      codes: InMemoryAuthorizationCodeStore(clock: clock), tokens: InMemoryIssuedTokenStore(clock: clock),
      deviceCodes: InMemoryDeviceCodeStore(), sessions: InMemorySessionStore(clock: clock),
      consents: InMemoryConsentStore(), usedTokenIDs: InMemoryUsedTokenIDs(clock: clock))
    stores.signInAttempts = InMemorySignInAttemptStore()
    stores.registrations = InMemoryClientRegistrationStore()
    stores.pushedRequests = InMemoryPushedRequestStore(clock: clock)
    return stores
  }

  private static func pages() throws -> any Pages {
    #if Hummingbird
    try MustachePages()
    #else
    PagesWithoutDesign()
    #endif
  }

  /// What the server is called.
  public var issuer: Issuer { faults.server.issuer }

  /// Gives requests to the server in process; the person's browser uses it too.
  public var transport: any HTTPTransport { InProcessTransport(faults, at: issuer) }

  /// A client in process that has read the server's metadata.
  /// - Parameters:
  ///   - id: which one of those that the server knows.
  ///   - authentication: how it shows who it is; not at all unless said.
  ///   - prover: binds its tokens to a key (RFC 9449); without one they are bearer tokens.
  ///   - limits: what one exchange may take; a short time makes a test quick that is about a server that hangs.
  /// - Throws: what discovery throws.
  public func client(
    _ id: String = clientID, authentication: ClientAuthentication = .none, prover: DPoPProver? = nil,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> OAuthClient {
    let transport = transport
    return OAuthClient(
      id: id, authentication: authentication, server: try await .discover(issuer, through: transport), prover: prover,
      transport: transport, limits: limits, clock: clock.wallClock)
  }

  /// Plans a fault; see ``FaultyServer/misbehave(_:at:times:)``.
  ///
  /// - Parameters:
  ///   - fault: what goes wrong.
  ///   - endpoint: where; unless said, where clients mostly meet it.
  ///   - times: for how many requests, one or more; `Int.max` until ``behave()``.
  public func misbehave(_ fault: ServerFault, at endpoint: ServerEndpoint? = nil, times: Int = 1) {
    faults.misbehave(fault, at: endpoint, times: times)
  }

  /// Ends the faults that were planned; see ``FaultyServer/behave()``.
  public func behave() {
    faults.behave()
  }

  /// The person with a browser, for `OAuthClient.signIn` and its like.
  public var userAgent: PlayedUserAgent {
    get throws { PlayedUserAgent(person, redirectURI: try RedirectURI(Self.redirectURI), through: transport) }
  }

  /// Signs the person in with the authorization code grant and PKCE.
  /// - Parameter scope: what the client asks for, separated by spaces.
  /// - Throws: what `OAuthClient.signIn` throws: `CallbackError.refused` if the person doesn't agree.
  public func signIn(scope: String = "profile") async throws -> TokenResponse {
    try await client().signIn(scope: Scope(parameter: scope), with: userAgent)
  }
}
