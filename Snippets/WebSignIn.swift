// Gives a Hummingbird application sign-in, sessions, sign-out and back-channel logout.
import Hummingbird
import PixyWeb

func applicationWithUsers(secret: Secret, key: Secret) throws -> some ApplicationProtocol {
  // snippet.application
  let google = ProviderClient(
    .googleWeb, id: "1234-abcd.apps.googleusercontent.com", secret: secret, through: AsyncHTTPClientTransport())
  let signIn = try WebSignIn(
    [google], at: Endpoint("https://app.example.com"), key: SealingKey(text: key),
    sessions: .store(SQLiteSessionStore(path: "/var/lib/app/sessions.sqlite")))

  let router = Router(context: BasicSessionRequestContext.self)
  router.add(middleware: WebSignInMiddleware(signIn))
  router.group("notes").add(middleware: SignInRequiredMiddleware(signIn)).get { _, context in
    let user = try context.requireSession().user
    return "The notes of \(user.profile.displayName)"
  }
  return Application(router: router)
  // snippet.end
}
