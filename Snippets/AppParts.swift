// Signs a user in with Google inside an app that creates the parts itself: transport, store, service and
// browser. `AppSignIn.swift` does the same with one call.
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import TokenStorage

/// Returns the model that the views observe: `.signedIn(profile)` has `profile.displayName` and
/// `profile.picture`. `userAgent` is the app's `WebAuthenticationSessionUserAgent`, `transport` a
/// `URLSessionTransport`.
@MainActor func signInModel(
  userAgent: any UserAgent, transport: any HTTPTransport
) async throws -> AuthenticationModel {
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

/// Returns the service of an app that also reads the user's Google Drive.
func driveService(_ client: ProviderClient, store: any TokenStore) throws -> SignInService {
  // snippet.origins
  SignInService(
    client, store: store,
    scope: "openid profile email https://www.googleapis.com/auth/drive.metadata.readonly",
    origins: [try Endpoint("https://www.googleapis.com")])
  // snippet.end
}

/// Requests the list of the user's files, with a valid access token. Returns `nil` if no user is
/// signed in.
func files(of service: SignInService) async throws -> HTTPAnswer? {
  // snippet.call
  let files = try Endpoint("https://www.googleapis.com/drive/v3/files")
  return try await service.session()?.send(files.request(.get))
  // snippet.end
}
