import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import Logging
import OAuth
import OAuthCore
import OAuthProviders
import OAuthServer
import OAuthSessions
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import PKCE

/// A web application and its authorization server, in one process with one clock.
struct TestSite {
  static let address = "https://app.example.com"
  static let secret = Secret("s3cret-of-256-bits-for-tests-0123456789")

  let clock = ManualClock()
  let logs = LogCollector()
  let key = SealingKey.generate()
  let server: EmbeddedServer
  /// Counts and delays the requests of the application.
  let transport: RecordingTransport

  /// - Parameters:
  ///   - agrees: Whether the user agrees. Default: yes.
  ///   - kind: How the application is registered. Default: with a secret.
  ///   - secretMethod: How the secret must be sent. Default: either way.
  ///   - configure: Changes the server's settings.
  init(
    agrees: Bool = true, kind: RegisteredClient.Kind? = nil, secretMethod: ClientSecretMethod? = nil,
    configure: (inout AuthorizationServerConfiguration) throws -> Void = { _ in }
  ) throws {
    var settings = ClientSettings()
    settings.secretMethod = secretMethod
    settings.postLogoutRedirectURIs = [try RedirectURI(Self.address + "/signed-out")]
    let scopes = ["openid", "profile", "email", "offline_access"]
    server = try EmbeddedServer(
      clients: try ["web", "other"].map { id in
        RegisteredClient(
          id: id, name: id, kind: kind ?? .confidential(secretHash: SecretHash(of: Self.secret)),
          redirectURIs: try (id == "web" ? ["/callback/login", "/shop/callback/login"] : ["/callback/other"])
            .map { try RedirectURI(Self.address + $0) },
          scope: try Scope(scopes), grants: [.authorizationCode, .refreshToken], settings: settings)
      },
      agrees: agrees, scopes: scopes, clock: clock, configure: configure)
    transport = RecordingTransport(server.transport)
  }

  /// The client at the server.
  func client(_ id: String = "login", scope: [String] = ["openid", "profile", "email"]) throws -> ProviderClient {
    ProviderClient(
      .issuer(server.issuer, id: id, name: id == "login" ? "Login" : "Other", scope: try Scope(scope)),
      id: id == "login" ? "web" : "other", secret: Self.secret, through: transport, clock: clock.wallClock,
      monotonic: clock.monotonicClock, logger: logs.logger())
  }

  /// One instance of the application.
  func instance(
    _ sessions: SessionStorage = .cookieUntilExpiry, key: SealingKey? = nil, older: [SealingKey] = [],
    keeping claims: Set<String> = [], clients: [ProviderClient]? = nil, accounts: WebAccounts? = nil,
    skippingChoice: Bool = false
  ) throws -> WebSignIn {
    try WebSignIn(
      try clients ?? [try client()], at: Endpoint(Self.address), key: key ?? self.key, older: older,
      sessions: sessions, keeping: claims, accounts: accounts, skippingChoice: skippingChoice, clock: clock.wallClock,
      logger: logs.logger())
  }

  /// The application's routes: `/` for all, `/private` for users, with a form, `/admins` for a
  /// claim, `/editors` for a role, `/strong` and `/fresh` for a step-up, `/api` for a token, and one
  /// without the middleware.
  func router(_ signIn: WebSignIn) -> Router<BasicSessionRequestContext> {
    typealias Users = SignInRequiredMiddleware<BasicSessionRequestContext>
    let router = Router(context: BasicSessionRequestContext.self)
    router.add(middleware: WebSignInMiddleware(signIn))
    router.add(middleware: ErrorPageMiddleware(signIn))
    router.get("/") { _, context in context.session?.user.profile.displayName ?? "nobody" }
    let users = router.group("private").add(middleware: Users(signIn))
    users.get { _, context in try context.requireSession().user.subject }
    users.get("end") { _, context in "\(Int64(try context.requireSession().endsAt.timeIntervalSince1970))" }
    users.get("account") { _, context in try context.requireSession().user.account ?? "none" }
    users.put { _, _ in "changed" }
    users.get("form") { _, context in try context.requireSession().formToken.reveal() }
    users.group().add(middleware: FormMiddleware(signIn))
      .post { request, _ in try await String(buffer: request.body.collect(upTo: 100_000)) }
    router.group("admins").add(middleware: Users(signIn, requiring: UserRequirement(claims: ["name": "Ada Lovelace"])))
      .get { _, _ in "admin" }
    router.group("editors").add(middleware: Users(signIn, requiring: UserRequirement(roles: ["editor", "admin"])))
      .get { _, context in try context.requireSession().roles.sorted().joined(separator: ",") }
    router.group("strong").add(middleware: Users(signIn, requiring: UserRequirement(acrValues: ["strong", "phr"])))
      .get { _, _ in "strong" }
      .post { _, _ in "posted" }
    router.group("fresh").add(middleware: Users(signIn, requiring: UserRequirement(maxAge: .seconds(300))))
      .get { _, _ in "fresh" }
    router.group("mail").add(middleware: Users(signIn, requiring: UserRequirement(scope: Scope.mail)))
      .get { _, _ in "mail" }
    router.group("api").add(middleware: Users(signIn))
      .get { _, context in try await context.requireSession().tokens().accessToken().reveal() }
      .get("profile") { _, context in try await context.requireSession().profile().displayName }
      .get("mail") { _, context in try await context.requireSession().profile().email ?? "no mail" }
    router.get("careless") { _, context in try context.requireSession().user.subject }
    return router
  }

  /// Runs instances of the application, and passes a client for each.
  func run(
    _ instances: [WebSignIn], _ body: @escaping @Sendable ([any TestClientProtocol]) async throws -> Void
  ) async throws {
    try await run(instances[...], [], body)
  }

  private func run(
    _ instances: ArraySlice<WebSignIn>, _ running: [any TestClientProtocol],
    _ body: @escaping @Sendable ([any TestClientProtocol]) async throws -> Void
  ) async throws {
    guard let first = instances.first else { return try await body(running) }
    try await Application(router: router(first), logger: logs.logger()).test(.router) { client in
      try await run(instances.dropFirst(), running + [client], body)
    }
  }

  /// Runs one instance of the application.
  func run(
    _ instance: WebSignIn, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    try await run([instance]) { try await body($0[0]) }
  }
}

extension Scope {
  /// The scope that the tests' sign-in asks for in some tests only.
  static let mail = (try? Scope(["offline_access"])) ?? .none
}
