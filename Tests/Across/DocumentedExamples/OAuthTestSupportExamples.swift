import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// Signs a user in at a server for one test.
func signInAtAnEmbeddedServer() async throws -> TokenResponse {
  let server = try EmbeddedServer()
  let tokens = try await server.signIn(scope: "openid profile")
  return tokens
}

/// Refreshes tokens that have expired.
func refreshAtAnEmbeddedServer(_ server: EmbeddedServer) async throws -> Secret {
  let session = try await server.session()
  server.clock.advance(by: .seconds(3_600))
  let token = try await session.accessToken()  // a new one
  return token
}

/// Loses the answer of a refresh of a session.
@Test func `A lost answer ends the session of a server without leeway`() async throws {
  let server = try EmbeddedServer()
  let session = try await server.session()
  server.clock.advance(by: .seconds(3_600))
  server.misbehave(.answerLostAfterRotation)
  let failure = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
  #expect(failure?.category == .temporary)
  let end = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
  #expect(end?.category == .signInNeeded)  // The stored refresh token is spent.
}

/// Plans faults of a client that has a metadata document.
func planFaultsOfAClientDocument() throws -> EmbeddedServer {
  let host = ClientDocumentHost()
  let server = try EmbeddedServer(reachingClients: host) { $0.clientDocuments = ClientDocumentPolicy() }
  host.misbehave(.redirect(to: "https://other.example/oauth.json"))
  host.behave()
  host.publish(["redirect_uris": ["https://client.example/new"]], cacheControl: "max-age=600")
  return server
}

/// Plans faults, and moves the clock.
func planFaults(_ server: EmbeddedServer) {
  server.misbehave(.wrongAudience)
  server.misbehave(.serverError, at: .userInfo)
  server.clock.advance(by: .seconds(3_600))
}

/// Plans a fault that happens twice.
func planFaultTwice(_ server: EmbeddedServer) {
  server.misbehave(.wrongAudience)
  server.misbehave(.tooManyRequests, at: .userInfo, times: 2)
}

/// Registers another client at a server for one test.
func registerAnotherClient(secret: Secret, redirectURI: RedirectURI) async throws -> OAuthClient {
  let server = try EmbeddedServer(
    clients: [
      RegisteredClient(
        id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: secret)),
        redirectURIs: [redirectURI], scope: Scope(["profile"]))
    ], asksForDPoPNonces: true)
  let client = try await server.client("web", authentication: .clientSecretBasic(secret), prover: .generate())
  return client
}

/// Plans faults of a server that the test creates itself.
func planFaultsOfAServer(_ authorizationServer: AuthorizationServer, key: SigningKey) {
  let server = FaultyServer(authorizationServer, signingKey: key)
  server.misbehave(.wrongAudience)
  // The next token answer has an ID token for another client, with a valid signature.
  server.misbehave(.serverError, at: .keySet)
  // The next request for the public keys gets status 500.
}

/// Plans faults of a transport.
func planFaultsOfATransport(_ transport: FaultyTransport, gate: Gate) {
  transport.fail(next: .droppedAfter, at: "/token")
  transport.fail(next: .serverError.handled, at: "/token")
  transport.fail(next: .timedOutBefore.held(by: gate), at: "/token")
}

/// Loses the answer of a refresh.
func loseAnAnswer(_ server: AuthorizationServer) {
  let transport = FaultyTransport(InProcessTransport(server))
  transport.fail(next: .droppedAfter, at: "/token")
  // The server rotates the refresh token, and its answer is lost.
  #expect(transport.requests(to: "/token") == 1 && transport.handled(at: "/token") == 1)
}

/// Fails a database after it has redeemed a code.
func failADatabase() -> FaultyServerDatabase {
  let database = FaultyServerDatabase(InMemoryServerDatabase())
  database.fail([.redeemAuthorizationCode], .after)
  return database
}

/// Fails a token store with a full disk.
func failATokenStore() -> FaultyTokenStore {
  let faults = StoreFaults()
  let store = FaultyTokenStore(MemoryTokenStore(), faults)
  faults.fail(next: .save, with: TokenStoreError(.full))
  return store
}

#if Hummingbird
/// Runs a server for one test on a port.
func runAnEmbeddedServerOnAPort() async throws {
  try await withEmbeddedServer { server in
    // The server answers at server.issuer.text, such as http://127.0.0.1:49152.
  }
}
#endif
