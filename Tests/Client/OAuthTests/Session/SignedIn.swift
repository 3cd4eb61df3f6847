import Logging
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthSessions
import OAuthTestSupport
import TokenStorage

/// A user who is signed in at a server that rotates refresh tokens and detects their reuse, with a
/// transport that can fail.
struct SignedIn {
  static let issuer = "https://as.example"

  let clock: ManualClock
  let transport: FaultyTransport
  let client: OAuthClient
  let store: any TokenStore
  let account: Account
  let session: TokenSession
  let log = LogCollector()
  /// The tokens of the sign-in.
  let first: StoredTokens

  init(
    store: any TokenStore = MemoryTokenStore(), leeway: Duration = .zero, policy: RefreshPolicy = RefreshPolicy(),
    clock: ManualClock = ManualClock()
  ) async throws {
    self.clock = clock
    self.store = store
    transport = FaultyTransport(InProcessTransport(try Self.server(clock, leeway)))
    let metadata = try await AuthorizationServerMetadata.discover(Issuer(Self.issuer), through: transport)
    client = OAuthClient(
      id: "app", server: metadata, transport: transport, clock: clock.wallClock,
      random: SeededRandomSource(seed: 3), logger: log.logger())
    account = try Account(provider: Self.issuer, name: "ada")
    session = Self.session(account, client, store, policy, clock)
    let response = try await Self.signIn(client, transport)
    try await session.save(response)
    first = try StoredTokens(response)
  }

  /// Another session for the same account, like that of another process or of the next start.
  func another(_ policy: RefreshPolicy = RefreshPolicy()) -> TokenSession {
    Self.session(account, client, store, policy, clock)
  }

  /// Another sign-in of the same user, whose tokens aren't stored.
  func signInAgain() async throws -> TokenResponse {
    try await Self.signIn(client, transport)
  }

  private static func signIn(_ client: OAuthClient, _ transport: FaultyTransport) async throws -> TokenResponse {
    let userAgent = SimulatedUserAgent(
      SimulatedUser(username: "ada", password: Secret("lovelace")),
      redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: transport)
    return try await client.signIn(scope: Scope(["profile"]), with: userAgent)
  }

  /// Lets the access token expire.
  func expire() {
    clock.advance(by: .seconds(3_600))
  }

  /// The number of refresh requests that the server received. The first request to the endpoint
  /// redeemed the code.
  var refreshes: Int { transport.handled(at: "/token") - 1 }
  /// The number of refresh requests that were sent.
  var attempts: Int { transport.requests(to: "/token") - 1 }

  /// The stored tokens.
  var stored: StoredTokens? { get async throws { try await store.tokens(for: account) } }

  /// Whether the server accepts an access token.
  func isGood(_ accessToken: Secret) async -> Bool {
    (try? await client.userInfo(accessToken)) != nil
  }

  private static func session(
    _ account: Account, _ client: OAuthClient, _ store: any TokenStore, _ policy: RefreshPolicy, _ clock: ManualClock
  ) -> TokenSession {
    TokenSession(
      account: account, client: client, store: store, origins: client.server.userInfoEndpoint.map { [$0] } ?? [],
      policy: policy, monotonic: clock.monotonicClock)
  }

  private static func server(_ clock: ManualClock, _ leeway: Duration) throws -> AuthorizationServer {
    let scopes = try Scope(["profile"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: Issuer(issuer), scopes: scopes, lifetimes: TokenLifetimes(refreshTokenLeeway: leeway)),
      database: InMemoryServerDatabase(clock: clock.wallClock),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes)
      ]),
      users: InMemoryUserDirectory([
        (user: User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), password: Secret("lovelace"))
      ]), pages: PlainPages(), clock: clock.wallClock,
      random: SeededRandomSource(seed: 5), logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
  }
}
