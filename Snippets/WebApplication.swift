// A whole web application with sign-in, sessions and sign-out.
import Hummingbird
import PixyWeb

let google = ProviderClient(
  .googleWeb, id: "1234-abcd.apps.googleusercontent.com", secret: Secret("the secret that came with it"),
  through: AsyncHTTPClientTransport())
let signIn = try WebSignIn([google], at: Endpoint("https://app.example.com"), key: SealingKey.generate())

let router = Router(context: BasicSessionRequestContext.self)
router.add(middleware: WebSignInMiddleware(signIn))
router.group("notes").add(middleware: SignInRequiredMiddleware(signIn)).get { _, context in
  let user = try context.requireSession().user
  return "The notes of \(user.profile.displayName)"
}
let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
try await application.runService()
