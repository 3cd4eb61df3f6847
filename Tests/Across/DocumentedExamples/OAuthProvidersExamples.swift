import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthUserAgent
import TokenStorage

/// Signs a user in at GitHub.
func signInAtGitHub(through transport: any HTTPTransport) async throws {
  let client = ProviderClient(.gitHub, id: "your-client-id", through: transport)
  let signedIn = try await client.signIn(with: LoopbackUserAgent())
  print("Hello,", try await client.profile(signedIn).displayName)
}

/// Restores the last user, or signs a user in.
func restoreOrSignIn(through transport: any HTTPTransport) async throws -> Profile? {
  let client = ProviderClient(.spotify, id: "your-client-id", through: transport)
  let store = try await StorageLadder.system(app: "com.example.app").open().store
  let service = SignInService(client, store: store)
  var person = try await service.restore()
  if person == nil { person = try await service.signIn(with: LoopbackUserAgent()) }
  return person
}

/// Shows the profile of a user.
func showAProfile(_ service: SignInService, userAgent: any UserAgent) async throws -> String? {
  let profile = try await service.signIn(with: userAgent)
  print("Hello,", profile.displayName)
  let picture = profile.picture?.text
  return picture
}

/// Restores and signs in a user for an interface.
@MainActor func modelOfAnInterface(_ service: SignInService, userAgent: any UserAgent) async -> AuthenticationModel {
  let model = AuthenticationModel(service: service, userAgent: userAgent)
  await model.restore()  // when the view appears
  await model.signIn()  // the button's action
  return model
}

/// Signs a user in at GitHub with an app's custom scheme.
func signInWithCustomScheme(
  through transport: any HTTPTransport, store: any TokenStore, userAgent: any UserAgent
) async throws -> GHAuthInfo {
  let config = GitHubAuthConfig(
    clientID: "Ov23liA1B2C3D4E5F6G7", redirectURI: try RedirectURI("relay://oauth/callback"),
    transport: transport)
  let service = GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(store))
  let info = try await service.signIn(with: userAgent)
  return info
}

/// Stores GitHub's credentials in the machine's best store.
func storeGitHubCredentials() async throws -> GitHubCredentialStore {
  let opened = try await StorageLadder.system(app: "com.example.relay").open()
  let credentials = GitHubCredentialStore(opened.store)
  return credentials
}

/// Calls another API of the provider with the user's tokens.
func callAnotherAPI(_ client: ProviderClient, store: any TokenStore) async throws {
  let drive = try Endpoint("https://www.googleapis.com/drive/v3/files")
  let service = SignInService(
    client, store: store,
    scope: "openid profile email https://www.googleapis.com/auth/drive.metadata.readonly",
    origins: [drive])
  // Later, with a user signed in:
  if let session = try await service.session() {
    let answer = try await session.send(drive.request(.get))
    print(answer.response.status)
  }
}

/// Tells the user what remains of the application's access after a sign-out.
@MainActor func signOutAndExplain(_ model: AuthenticationModel) async -> String? {
  var message: String?
  if case .deletedOnly(let error as UnrevokedTokens)? = await model.signOut() {
    message = "\(error.explanation) \(error.remedy)"
  }
  return message
}

/// Points the GitHub services at `pixy serve --as github`.
func hostOfALookAlike() throws -> GitHubHost {
  let host = try GitHubHost.gitHubDotCom.relocated(to: Endpoint("http://127.0.0.1:8414"))
  return host
}
