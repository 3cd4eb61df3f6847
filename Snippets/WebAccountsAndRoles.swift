// A whole web application with accounts, roles and two providers.
import Hummingbird
import PixyWeb

let transport = AsyncHTTPClientTransport()
let google = ProviderClient(
  .googleWeb, id: "1234-abcd.apps.googleusercontent.com", secret: Secret("Google's secret"), through: transport)
let gitHub = ProviderClient(.gitHub, id: "your-client-id", secret: Secret("GitHub's secret"), through: transport)
let accounts = WebAccounts { signIn in
  let members = ["https://accounts.google.com 1042": "ada", "https://github.com 583231": "grace"]
  guard let account = members["\(signIn.user.issuer) \(signIn.user.subject)"] else {
    throw AccountRefused("Ask Ada for an invitation.")
  }
  return account
} roles: { account in
  account == "ada" ? ["admin"] : []
}
let signIn = try WebSignIn(
  [google, gitHub], at: Endpoint("https://app.example.com"), key: SealingKey.generate(), accounts: accounts)

let router = Router(context: BasicSessionRequestContext.self)
router.add(middleware: WebSignInMiddleware(signIn))
router.group("notes").add(middleware: SignInRequiredMiddleware(signIn)).get { _, context in
  let user = try context.requireSession().user
  return "The notes of \(user.profile.displayName)"
}
router.group("admin").add(middleware: SignInRequiredMiddleware(signIn, requiring: UserRequirement(roles: ["admin"])))
  .get { _, _ in "Hello, admin" }
let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
try await application.runService()
