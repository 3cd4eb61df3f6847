public import JOSE
public import Logging
public import OAuth
public import OAuthCore
public import OAuthServer
internal import PKCE

/// An authorization server for one test, in two lines:
///
/// ```swift
/// let server = try EmbeddedServer()
/// let tokens = try await server.signIn(scope: "openid profile")
/// ```
///
/// It is a whole OpenID Provider with one public client (``clientID``), one person who signs in and agrees, a clock that stands still
/// until the test moves it, and faults by name:
///
/// ```swift
/// server.faults.misbehave(.wrongAudience)
/// server.clock.advance(by: .seconds(3_600))
/// ```
///
/// For a port instead of a transport in process, `withAuthorizationServer` of `OAuthServerHummingbird` takes ``faults``:
///
/// ```swift
/// try await withAuthorizationServer(make: { try EmbeddedServer(issuer: $0).faults }, logger: logger) { issuer in … }
/// ```
public struct EmbeddedServer: Sendable {
  /// The public client that it knows.
  public static let clientID = "app"
  /// The redirect URI of that client; any port will do.
  public static let redirectURI = "http://127.0.0.1:49152/callback"

  /// What time it is for the server.
  public let clock: ManualClock
  /// The server, and what it is to get wrong.
  public let faults: FaultyServer
  /// What its ID tokens are signed with (ES256).
  public let signingKey: SigningKey
  /// The person that ``signIn(scope:)`` plays.
  public let person: PlayedPerson

  /// Makes a server that remembers nothing of others.
  /// - Parameters:
  ///   - issuer: what it is called; clients in process find it there.
  ///   - agrees: whether the person allows what clients ask for.
  ///   - scopes: what it knows; `openid` makes ID tokens.
  ///   - lifetimes: how long things stay good.
  ///   - clock: what time it is.
  ///   - logger: hears what happens; nobody does unless said.
  /// - Throws: `AuthorizationServerConfigurationError` for scopes or lifetimes that no server can have.
  public init(
    issuer: Issuer? = nil, agrees: Bool = true, scopes: [String] = ["openid", "profile", "email"],
    lifetimes: TokenLifetimes = TokenLifetimes(), clock: ManualClock = ManualClock(), logger: Logger? = nil
  ) throws {
    let scopes = try Scope(scopes)
    let password = Secret(Base64URL.encode(SystemRandomSource().exactly(12)))
    let user = User(
      subject: Subject(rawValue: "user-1"), username: "ada", name: "Ada Lovelace", email: "ada@example.com")
    let key = try SigningKey.generate(.es256, keyID: "embedded")
    let client = RegisteredClient(
      id: Self.clientID, name: "App",
      redirectURIs: [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("http://[::1]/callback")],
      scope: scopes, grants: [.authorizationCode, .refreshToken, .deviceCode])
    let server = AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer ?? Issuer("https://login.test"), scopes: scopes, lifetimes: lifetimes,
        idTokenKeys: IDTokenKeys(signing: key)),
      stores: ServerStores(
        clients: InMemoryClientStore([client]), users: InMemoryUserDirectory([(user: user, password: password)]),
        codes: InMemoryAuthorizationCodeStore(clock: clock.wallClock),
        tokens: InMemoryIssuedTokenStore(clock: clock.wallClock), deviceCodes: InMemoryDeviceCodeStore()),
      pages: PagesWithoutDesign(), clock: clock.wallClock,
      logger: logger ?? Logger(label: "embedded") { _ in SwiftLogNoOpLogHandler() })
    self.clock = clock
    signingKey = key
    faults = FaultyServer(server, signingKey: key)
    person = PlayedPerson(username: user.username, password: password, agrees: agrees)
  }

  /// What the server is called.
  public var issuer: Issuer { faults.server.issuer }

  /// Gives requests to the server in process; the person's browser uses it too.
  public var transport: any HTTPTransport { InProcessTransport(faults, at: issuer) }

  /// A client that has read the server's metadata.
  /// - Throws: what discovery throws.
  public func client() async throws -> OAuthClient {
    let transport = transport
    return OAuthClient(
      id: Self.clientID, server: try await .discover(issuer, through: transport), transport: transport,
      clock: clock.wallClock)
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
