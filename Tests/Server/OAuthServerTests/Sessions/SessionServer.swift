import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import PKCE
import Testing

/// An OpenID Provider with sessions, consent and logout, with two users and some clients.
struct SessionServer {
  static let returnAddress = "https://app.example/signed-out"

  let clock = ManualClock()
  let log = LogCollector()
  let pages = RecordingPages()
  let database: TestedDatabase
  /// The database as the server sees it, with the faults that a test plans.
  let faults: FaultyServerDatabase
  let people = PeopleWhoLeave()
  let clients = LogoutReceiver()
  let server: AuthorizationServer

  init(
    issuer: String = TestServer.issuer, lifetimes: TokenLifetimes = TokenLifetimes(), passwordContext: String? = nil,
    hasDelivery: Bool = true, keys: SigningKeys? = nil, hasOpenID: Bool = true,
    features: Set<ServerFeature> = [.sessions, .consents, .deviceAuthorization, .accountPage],
    audit: (any AuditLog)? = nil, random: any RandomSource = SeededRandomSource(),
    rules: (inout TokenRules) throws -> Void = { _ in },
    web change: (inout ClientSettings) throws -> Void = { _ in }
  ) throws {
    database = try TestedDatabase(clock: clock.wallClock)
    faults = FaultyServerDatabase(database)
    let scopes = ["profile", "email"] + (hasOpenID ? ["openid", "offline_access", "phone", "claim:salary"] : [])
    var configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(issuer), scopes: Scope(scopes), lifetimes: lifetimes,
      signingKeys: hasOpenID ? keys ?? SigningKeys(signing: OpenIDKeys.es256.get()) : nil,
      passwordContext: passwordContext)
    configuration.features = features
    configuration.sleep = { [clock] in clock.advance(by: $0) }
    try rules(&configuration.tokenRules)
    server = AuthorizationServer(
      configuration: configuration, database: faults,
      clients: InMemoryClientStore(try Self.registered(Scope(scopes), change)), users: people, pages: pages,
      clock: clock.wallClock, random: random,
      logoutDelivery: hasDelivery ? LogoutDelivery(transport: clients, sleep: { _ in }) : nil, audit: audit,
      logger: log.logger())
  }

  /// Returns the clients. `web` and `other` have a secret and are notified of logouts. `own` needs
  /// no consent, `aged` has a `default_max_age`, `app` is public, and `silent` isn't notified.
  private static func registered(
    _ scope: Scope, _ changeWeb: (inout ClientSettings) throws -> Void
  ) throws -> [RegisteredClient] {
    let secret = RegisteredClient.Kind.confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret)))
    func client(
      _ id: String, _ kind: RegisteredClient.Kind, _ change: (inout ClientSettings) throws -> Void = { _ in }
    ) throws -> RegisteredClient {
      var settings = ClientSettings()
      try change(&settings)
      return RegisteredClient(
        id: id, name: "Example \(id)", kind: kind,
        redirectURIs: try [TestServer.redirect, TestServer.loopback, "com.example.app:/callback"].map {
          try RedirectURI($0)
        },
        scope: scope, grants: [.authorizationCode, .refreshToken, .deviceCode, .tokenExchange], settings: settings)
    }
    return [
      try client("web", secret) { settings in
        settings.postLogoutRedirectURIs = try [returnAddress, "https://app.example/out?x=1"].map { try RedirectURI($0) }
        settings.backchannelLogout = try Endpoint("https://app.example/backchannel?tenant=1")
        settings.requiresLogoutSession = true
        try changeWeb(&settings)
      },
      try client("other", secret) { settings in
        settings.postLogoutRedirectURIs = [try RedirectURI("https://other.example/signed-out")]
        settings.backchannelLogout = try Endpoint("https://other.example/backchannel")
      },
      try client("own", secret) { $0.needsNoConsent = true },
      try client("aged", secret) { $0.defaultMaximumAge = 60 },
      try client("local", secret) { $0.backchannelLogout = try Endpoint("http://127.0.0.1:9999/backchannel") },
      try client("silent", secret),
      try client("app", .public),
      try client("ownApp", .public) { $0.needsNoConsent = true },
      RegisteredClient(
        id: "narrow", name: "Example narrow", kind: secret, redirectURIs: [try RedirectURI(TestServer.redirect)],
        scope: try Scope(["openid", "claim:salary", "offline_access"]), grants: [.authorizationCode]),
    ]
  }

  /// Returns a valid request of `web`, with changes.
  static func request(_ changes: Changes = [:]) -> FormParameters {
    TestServer.authorization(["client_id": "web", "scope": "openid email", "nonce": "n"].merging(changes) { $1 })
  }

  func browser() -> Browser { Browser(self) }

  /// Returns the stored session of a browser.
  func session(_ browser: Browser) async throws -> UserSessionRecord? {
    guard let secret = browser.secret else { return nil }
    return try await database.session(cookie: SecretHash(of: Secret(secret)))
  }

  func post(_ path: String, _ form: FormParameters) async -> HTTPAnswer {
    await server.respond(
      to: HTTPRequest(
        method: .post, scheme: "https", authority: "login.example", path: path,
        headerFields: [.contentType: "application/x-www-form-urlencoded"]), body: Array(form.formEncoded().utf8))
  }

  /// Redeems a code for a client.
  func redeem(_ code: String, _ client: String = "web", redirect: String = TestServer.redirect) async -> HTTPAnswer {
    let isPublic = client == "app" || client == "ownApp"
    return await post(
      "/token",
      TestServer.redemption(
        code,
        ["client_id": client, "client_secret": isPublic ? nil : TestServer.clientSecret, "redirect_uri": redirect]))
  }

  func userInfo(_ token: String) async -> HTTPAnswer {
    await server.respond(
      to: HTTPRequest(
        method: .get, scheme: "https", authority: "login.example", path: "/userinfo",
        headerFields: [.authorization: "Bearer \(token)"]), body: [])
  }

  func refresh(_ token: String, _ client: String = "web") async -> HTTPAnswer {
    await post(
      "/token", TestServer.refreshment(token, ["client_id": client, "client_secret": TestServer.clientSecret]))
  }

  /// Returns the claims of an answer's ID token, after checking its signature.
  func claims(_ answer: HTTPAnswer) async throws -> [String: JSONValue] {
    let compact = try #require(try answer.members["id_token"]?.string)
    let keys = try JSONWebKeySet([OpenIDKeys.es256.get().verificationKey])
    return try JSONWebSignature(compact: compact).verified(by: keys, allowing: [.es256]).claims()
  }

  /// Returns Pixy's own client as one of this server's clients.
  func relyingParty(_ id: String = "web") async throws -> OpenIDClient {
    let transport = InProcessTransport(server)
    let metadata = try await AuthorizationServerMetadata.discover(server.issuer, through: transport)
    return try OpenIDClient(
      OAuthClient(id: id, server: metadata, transport: transport, clock: clock.wallClock, logger: log.logger()),
      algorithms: [.es256])
  }
}
