import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import PKCE
import TokenStorage

/// Signs a user in, step by step.
func signInStepByStep(
  _ client: OAuthClient, redirectURI: RedirectURI, scope: Scope, answeredAt address: String
) async throws -> TokenResponse {
  let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: scope))
  // Open attempt.url. When the browser comes back with an address:
  let code = try attempt.receive(AuthorizationCallback(url: address))
  let tokens = try await client.exchange(code)
  return tokens
}

/// Creates a client for a server that leaves `token_type` out.
func clientWithoutTokenType(
  _ server: AuthorizationServerMetadata, _ transport: any HTTPTransport
) -> OAuthClient {
  let client = OAuthClient(
    id: "your-client-id", server: server, bearerNames: .orMissing, transport: transport)
  return client
}

/// Decodes an API's answer.
func namesOfRepositories(_ session: TokenSession, at repositories: Endpoint) async throws -> [String] {
  struct Repository: Decodable {
    let name: String
  }
  let answer = try await session.send(repositories.request(.get))
  let names = try answer.decode([Repository].self).map(\.name)
  return names
}

/// Stores the tokens of a sign-in, and calls an API with them.
func callAnAPI(
  _ client: OAuthClient, tokens: TokenResponse, account: Account, store: any TokenStore, api: Endpoint
) async throws -> HTTPAnswer {
  let session = TokenSession(account: account, client: client, store: store, origins: [api])
  try await session.save(tokens)
  let answer = try await session.send(api.request(.get))
  return answer
}

/// Signs a user in, and calls an API.
func signInAndCallAnAPI(
  _ client: OAuthClient, userAgent: any UserAgent, account: Account, store: any TokenStore, api: Endpoint
) async throws -> HTTPAnswer {
  let session = TokenSession(account: account, client: client, store: store, origins: [api])
  try await session.save(try await client.signIn(scope: Scope(["profile"]), with: userAgent))
  let answer = try await session.send(api.request(.get))
  return answer
}

/// Decides by the category of an error.
func decideByCategory(
  _ session: TokenSession, api: Endpoint, showRetryButton: () -> Void, showSignInButton: () -> Void,
  show: (String) -> Void
) async {
  do {
    let answer = try await session.send(api.request(.get))
    print(answer.response.status)  // any status, including 401 and 500
  } catch {
    switch ErrorCategory(of: error) {
    case .cancelled: break
    case .offline, .temporary: showRetryButton()  // the user stays signed in
    case .signInNeeded: showSignInButton()
    case .refused, .invalidInput, .system, .mistake, nil: show(error.localizedDescription)
    }
  }
}

/// Sends a request with options: pushed, and with a hint for the sign-in page.
func pushARequest(_ client: OAuthClient, redirectURI: RedirectURI) async throws -> AuthorizationAttempt {
  var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid", "profile"]))
  request.isPushed = true
  request.openID.loginHint = "ada@example.com"
  let attempt = try await client.begin(request)
  return attempt
}

/// Reads the address that the browser came back to.
func receiveACallback(
  _ client: OAuthClient, attempt: AuthorizationAttempt, address: String
) async throws -> TokenResponse {
  let callback = try AuthorizationCallback(url: address)
  let tokens = try await client.exchange(try attempt.receive(callback))
  return tokens
}

struct TerminalUserAgent: UserAgent {
  let redirectURI: RedirectURI

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    print("Open", attempt.url, "and paste the address at which the browser ends.")
    return try attempt.receive(AuthorizationCallback(url: readLine() ?? ""))
  }
}

/// Seals an attempt into a cookie, and restores it in another process.
func sealAnAttempt(
  _ client: OAuthClient, key: SealingKey, record: any UsedTokenIDs, redirectURI: RedirectURI, scope: Scope,
  address: String
) async throws -> TokenResponse {
  let sealer = AttemptSealer(key, used: record)

  // The request that begins the sign-in: set the cookie, and redirect to attempt.url.
  let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: scope))
  let cookie = try attempt.sealed(by: sealer)

  // The request to the redirect URI, at any instance:
  let restored = try await client.restoreAttempt(cookie, from: sealer)
  let code = try await restored.receive(AuthorizationCallback(url: address))
  let tokens = try await client.exchange(code)
  return tokens
}

/// Creates a sealing key, and reads it again.
func createASealingKey() throws -> SealingKey {
  let text = SealingKey.generate().text  // once, for the store of secrets
  let key = try SealingKey(text: text)  // at each start
  return key
}
