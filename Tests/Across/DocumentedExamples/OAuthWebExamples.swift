#if Hummingbird && SQLite
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebPostgreSQL
import OAuthWebSQLite
import OAuthWebSessions

/// Keeps sessions in a database.
func keepSessionsInADatabase(google: ProviderClient, address: Endpoint, key: SealingKey) throws -> WebSignIn {
  let store = try SQLiteSessionStore(path: "/var/lib/app/sessions.sqlite")
  let signIn = try WebSignIn([google], at: address, key: key, sessions: .store(store))
  return signIn
}

/// Chooses the place and the lifetimes of sessions.
func chooseLifetimes(client: ProviderClient, key: SealingKey) throws -> WebSignIn {
  let signIn = try WebSignIn(
    [client], at: Endpoint("https://app.example.com"), key: key, sessions: .cookieUntilExpiry,
    lifetimes: SessionLifetimes(idle: .seconds(900), absolute: .seconds(28_800)))
  return signIn
}

/// Creates a sign-in, and adds its middleware.
func addTheMiddleware(google: ProviderClient, key: SealingKey) throws -> Router<BasicSessionRequestContext> {
  let signIn = try WebSignIn([google], at: Endpoint("https://app.example.com"), key: key)
  let router = Router(context: BasicSessionRequestContext.self)
  router.add(middleware: WebSignInMiddleware(signIn))
  return router
}

/// Requires a user, a scope and a claim, and the token of a form.
func requireUsers(_ router: Router<BasicSessionRequestContext>, signIn: WebSignIn) throws {
  router.group("notes").add(middleware: SignInRequiredMiddleware(signIn))
    .get { _, context in "Hello, \(try context.requireSession().user.profile.displayName)" }
  let requirement = UserRequirement(scope: try Scope(["calendar"]), claims: ["groups": "admins"])
  let admins = router.group("admin").add(middleware: SignInRequiredMiddleware(signIn, requiring: requirement))
  admins.get { _, _ in "admin" }
  router.group("notes").add(middleware: SignInRequiredMiddleware(signIn))
    .add(middleware: FormMiddleware(signIn))
    .post { request, context in try await request.body.collect(upTo: 1_000_000) }
}

/// Calls an API.
func callAnAPI(_ context: BasicSessionRequestContext, calendar: Endpoint) async throws -> HTTPAnswer {
  let session = try context.requireSession()
  let answer = try await session.tokens().send(calendar.request(.get))
  return answer
}

/// Keeps sessions in PostgreSQL.
func keepSessionsInPostgreSQL(google: ProviderClient, address: Endpoint, key: SealingKey) async throws -> [WebSignIn] {
  func onTwoHosts() async throws -> WebSignIn {
    let store = try await PostgreSQLSessionStore.open("postgresql://app@db1,db2/app?sslmode=verify-full")
    let signIn = try WebSignIn([google], at: address, key: key, sessions: .store(store))
    return signIn
  }
  let store = try await PostgreSQLSessionStore.open("postgresql://app@db.example.com/app?sslmode=verify-full")
  let signIn = try WebSignIn([google], at: address, key: key, sessions: .store(store))
  return [signIn, try await onTwoHosts()]
}

/// Authenticates with a private key.
func authenticateWithAKey(issuer: Issuer, key: any Signer, transport: any HTTPTransport) -> ProviderClient {
  let client = ProviderClient(
    .issuer(issuer), id: "app", authentication: .privateKeyJWT(key), through: transport)
  return client
}

/// Requires a role, and a strong and new authentication.
func requireRolesAndStepUps() -> [UserRequirement] {
  let admins = UserRequirement(roles: ["admin"])
  let payments = UserRequirement(acrValues: ["phr"], maxAge: .seconds(300))
  return [admins, payments]
}

/// The application's own accounts.
protocol AccountDatabase: Sendable {
  func account(issuer: String, subject: String) async throws -> String?
  func link(issuer: String, subject: String, to account: String) async throws
  func roles(of account: String) async throws -> Set<String>?
}

/// Finds, links and refuses accounts.
func findAccounts(in database: any AccountDatabase) -> WebAccounts {
  let accounts = WebAccounts { signIn in
    let user = signIn.user
    if let known = try await database.account(issuer: user.issuer, subject: user.subject) { return known }
    guard let account = signIn.linkingAccount else { throw AccountRefused("Ask for an invitation.") }
    try await database.link(issuer: user.issuer, subject: user.subject, to: account)
    return account
  } roles: { account in
    try await database.roles(of: account)
  }
  return accounts
}

/// Signs users in without Hummingbird.
func signInWithoutAFramework(
  _ signIn: WebSignIn, head: HTTPRequest, body: @escaping @Sendable (Int) async throws -> [UInt8]?,
  page: (SessionUser) -> WebResponse
) async -> WebResponse {
  let request = WebRequest(head) { limit in try await body(limit) }
  let response = await signIn.respond(to: request) { session in
    guard let session else { return signIn.signInNeeded(for: request) }
    return page(session.user)
  }
  return response
}

/// Forwards the requests of a page's scripts.
func forwardRequests(
  issuer: Issuer, secret: Secret, key: SealingKey, settings: @escaping @Sendable (SessionUser) -> String
) throws -> Router<BasicSessionRequestContext> {
  let login = try ProviderClient(
    .issuer(
      issuer, id: "login", resources: [Endpoint("https://notes.example.com")], scope: Scope(["openid", "notes"])),
    id: "app", secret: secret, through: AsyncHTTPClientTransport())
  let signIn = try WebSignIn(
    [login], at: Endpoint("https://app.example.com"), key: key,
    sessions: .store(SQLiteSessionStore(path: "/var/lib/app/sessions.sqlite")))

  let router = Router(context: BasicSessionRequestContext.self)
  router.add(middleware: WebSignInMiddleware(signIn))
  router.add(
    middleware: try ForwardingMiddleware(
      signIn,
      to: [ForwardedAPI("/api/notes/", to: Endpoint("https://notes.example.com/v1/"), methods: [.get, .post])]))
  router.group("settings").add(middleware: ScriptMiddleware(signIn))
    .get { _, context in settings(try context.requireSession().user) }
  return router
}

/// Answers a page's scripts.
func answerScripts(
  _ router: Router<BasicSessionRequestContext>, signIn: WebSignIn, notes: @escaping @Sendable (SessionUser) -> String
) {
  router.group("api/notes").add(middleware: ScriptMiddleware(signIn))
    .get { _, context in notes(try context.requireSession().user) }
}

/// Tests a route.
func testARoute(_ client: some TestClientProtocol, signIn: WebSignIn) async throws -> TestResponse {
  let ada = try await signIn.testUser("ada", acr: "phr")
  let answer = try await client.execute(uri: "/notes", method: .get, headers: ada.headers)
  return answer
}

struct WebAppContext: SessionRequestContext {
  var coreContext: CoreRequestContextStorage
  var session: UserSession?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

/// Checks a path to return to.
func checkAPath() -> (ReturnPath?, ReturnPath?) {
  let path = ReturnPath("/notes?page=2")
  let foreign = ReturnPath("//evil.example")  // nil
  return (path, foreign)
}
#endif
