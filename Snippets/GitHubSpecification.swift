// The GitHub sign-in in the shape of its specification: constants in a type, tokens as texts.
import GitHubAuth
import Logging
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import TokenStorage

// snippet.config
enum RelayConfig: GitHubOAuthConfig {
  static let clientID = "Ov23liA1B2C3D4E5F6G7"
  static let redirectURI = "relay://oauth/callback"
}
// snippet.end

/// Signs a user in, and out again.
func signInAndOut(
  userAgent: some UserAgent, store: any TokenStore, transport: any HTTPTransport
) async throws -> GHAuthInfo {
  // snippet.service
  let credentials = GitHubCredentialStore(store)
  let service = try GitHubAuthService(config: RelayConfig.self, credentialStore: credentials, transport: transport)
  let info = try await service.signIn(with: userAgent)
  print("Hello,", await service.currentUser()?.displayName ?? info.login)
  await service.signOut(login: info.login)
  // snippet.end
  return info
}

/// Takes over a token that another program obtained.
func takeOver(token: String, credentials: GitHubCredentialStore, transport: any HTTPTransport) async throws {
  // snippet.token
  let info = try await GitHubClient(token: token, through: transport).validateToken()
  try await credentials.save(token, for: info.login)
  try await credentials.setCurrentAccount(info.login)
  // snippet.end
}

/// Returns a configuration whose records have the label of the specification's log category.
func configWithLogCategory(_ config: GitHubAuthConfig) -> GitHubAuthConfig {
  var config = config
  // snippet.log
  config.logger = Logger(label: "com.relay.github.auth")
  // snippet.end
  return config
}
