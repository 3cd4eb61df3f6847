// Sessions in PostgreSQL, the choice to stay signed in, and the user's sessions in other browsers, below a path.
import Hummingbird
import OAuthWebPostgreSQL
import PixyWeb

let google = ProviderClient(
  .googleWeb, id: "1234-abcd.apps.googleusercontent.com", secret: Secret("the secret that came with it"),
  through: AsyncHTTPClientTransport())
let store = try await PostgreSQLSessionStore.open("postgresql://shop@db.example.com/shop?sslmode=verify-full")
let signIn = try WebSignIn(
  [google], at: Endpoint("https://example.com/shop"), key: SealingKey.generate(), sessions: .store(store),
  lifetimes: SessionLifetimes(idle: .seconds(1_800), absolute: .seconds(28_800), remembered: .init()))

let router = Router(context: BasicSessionRequestContext.self)
router.add(middleware: WebSignInMiddleware(signIn))
let sessions = router.group("shop/sessions").add(middleware: SignInRequiredMiddleware(signIn))
sessions.get { _, context in
  try await context.requireSession().list().map { entry in
    "\(entry.device.browser ?? "A browser") on \(entry.device.system ?? "a system"), last used \(entry.usedAt)"
  }.joined(separator: "\n")
}
sessions.group().add(middleware: FormMiddleware(signIn)).post("end-others") { _, context in
  "\(try await context.requireSession().endOthers()) sessions ended"
}
try await Application(router: router).runService()
