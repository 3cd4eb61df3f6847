// Signs a user in with Google inside an app. The keychain keeps the tokens until the next start.
import OAuth
import OAuthProviders
import OAuthURLSession
import TokenStorage

let transport = URLSessionTransport()

/// Returns the model that the views observe: `.signedIn(profile)` has `profile.displayName` and
/// `profile.picture`. `userAgent` is the app's `WebAuthenticationSessionUserAgent`.
@MainActor func signInModel(userAgent: any UserAgent) async throws -> AuthenticationModel {
  // snippet.model
  let id = "1234-abcd.apps.googleusercontent.com"
  let client = ProviderClient(.googleIOS, id: id, through: transport)
  let store = try await StorageLadder.system(app: "com.example.app").open().store
  let service = SignInService(client, store: store)
  let model = AuthenticationModel(service: service, userAgent: userAgent)
  await model.restore()
  return model
  // snippet.end
}
