// Signs a user in for an MCP server. Later runs, and other processes of the same user, use the stored
// tokens.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthSessions
import OAuthUserAgent
import TokenStorage

func tokens(for server: Endpoint) async throws -> TokenSession {
  // snippet.session
  let transport = AsyncHTTPClientTransport()
  let resource = try await ProtectedResourceMetadata.discover(server, through: transport)
  guard let issuer = resource.authorizationServers.first else {
    throw ProtectedResourceError.noAuthorizationServer(server)
  }
  let client = OAuthClient(
    id: "your-client-id", server: try await .discover(issuer, through: transport), transport: transport)
  let session = TokenSession(
    account: try Account(provider: issuer.text, name: server.text), client: client,
    store: try await StorageLadder.system(app: "com.example.app").open().store, origins: [server],
    policy: RefreshPolicy(resources: [resource.resource.text]))
  do {
    _ = try await session.accessToken()
  } catch let error as TokenSessionError where error.category == .signInNeeded {
    let signedIn = try await client.signIn(with: LoopbackUserAgent()) { redirectURI in
      var request = AuthorizationRequest(
        redirectURI: redirectURI, scope: try Scope(resource.scopesSupported ?? []))
      request.resources = [resource.resource.text]
      return request
    }
    try await session.save(signedIn)
  }
  // snippet.end
  return session
}

let session = try await tokens(for: Endpoint("https://mcp.example.com/mcp"))
print("Signed in:", session.account)
