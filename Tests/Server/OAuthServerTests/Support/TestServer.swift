import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE

/// A server with a few clients and one user, its clock and its log.
struct TestServer {
  static let issuer = "https://login.example"
  static let redirect = "https://app.example/callback"
  static let loopback = "http://127.0.0.1/callback"
  static let password = "correct horse battery staple"
  static let clientSecret = "s3cret-of-256-bits-for-tests-0123456789"

  let clock = ManualClock()
  let log = LogCollector()
  let pages = RecordingPages()
  /// The clients of a server that was made with `init(asking:)`.
  var registered: [RegisteredClient] = []
  let database: TestedDatabase
  /// The database as the server sees it, with the faults that a test plans.
  let faults: FaultyServerDatabase
  let server: AuthorizationServer

  init(
    issuer: String = TestServer.issuer, defaultScope: Scope = .none, lifetimes: TokenLifetimes = TokenLifetimes(),
    codeChallenges: CodeChallengePolicy = .s256, random: any RandomSource = SeededRandomSource(),
    pages: (any Pages)? = nil,
    clients: (any ClientStore)? = nil, users: (any UserDirectory)? = nil, database: TestedDatabase? = nil,
    features: Set<ServerFeature> = [], signingKeys: SigningKeys? = nil, audit: (any AuditLog)? = nil
  ) throws {
    self.database = try database ?? TestedDatabase(clock: clock.wallClock)
    faults = FaultyServerDatabase(self.database)
    var configuration = try AuthorizationServerConfiguration(
      issuer: try Issuer(issuer),
      scopes: try Scope((signingKeys == nil ? [] : ["openid"]) + ["profile", "email", "notes"]),
      defaultScope: defaultScope, lifetimes: lifetimes, codeChallenges: codeChallenges, signingKeys: signingKeys)
    configuration.features = features
    configuration.sleep = { [clock] in clock.advance(by: $0) }
    server = AuthorizationServer(
      configuration: configuration, database: faults,
      clients: try clients ?? InMemoryClientStore(Self.clients(openID: signingKeys != nil)),
      users: users ?? InMemoryUserDirectory([Self.ada]), pages: pages ?? self.pages, clock: clock.wallClock,
      random: random, audit: audit, logger: log.logger())
  }

  static let ada = (
    user: User(
      subject: Subject(rawValue: "248289761001"), username: "ada", name: "Ada Lovelace",
      picture: "https://example.com/ada.png", email: "ada@example.com", claims: ["salary": 1815]),
    password: Secret(password)
  )

  /// Returns the clients. `app` is public, `web` confidential, `old` confidential without PKCE, and
  /// `once` can't refresh. `tv` and `box` are devices, `box` with a secret.
  static func clients(openID: Bool = false) throws -> [RegisteredClient] {
    let redirects = try [redirect, loopback, "http://[::1]/callback", "com.example.app:/callback"].map {
      try RedirectURI($0)
    }
    let scope = try Scope((openID ? ["openid"] : []) + ["profile", "email"])
    let hash = SecretHash(of: Secret(clientSecret))
    return [
      RegisteredClient(id: "app", name: "Example App", redirectURIs: redirects, scope: scope),
      RegisteredClient(
        id: "web", name: "Example Web", kind: .confidential(secretHash: hash), redirectURIs: redirects, scope: scope),
      RegisteredClient(
        id: "old", name: "Old Web",
        kind: .confidential(secretHash: hash, proofKey: .optionalDespiteCodeInjection), redirectURIs: redirects,
        scope: scope),
      RegisteredClient(
        id: "once", name: "No Refresh", redirectURIs: redirects, scope: scope, grants: [.authorizationCode]),
      RegisteredClient(id: "idle", name: "No Code", redirectURIs: redirects, scope: scope, grants: [.refreshToken]),
      RegisteredClient(
        id: "tv", name: "Example TV", redirectURIs: [], scope: scope, grants: [.deviceCode, .refreshToken]),
      RegisteredClient(
        id: "box", name: "Example Box", kind: .confidential(secretHash: hash), redirectURIs: [], scope: scope,
        grants: [.deviceCode]),
    ]
  }
}
