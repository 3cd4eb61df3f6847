#if Hummingbird && SQLite
import HTTPTypes
import Hummingbird
import NIOCore
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthWebHummingbird
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
