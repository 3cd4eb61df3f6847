import HTTPTypes
import JOSE
import Logging
import OAuthCore
import OAuthServer

/// Creates a server in memory, and answers a request.
func answerARequest(
  _ request: HTTPRequest, body: [UInt8], configuration: AuthorizationServerConfiguration, client: RegisteredClient,
  directory: any UserDirectory, pages: any Pages
) async -> HTTPAnswer {
  let server = AuthorizationServer(
    configuration: configuration, database: InMemoryServerDatabase(), clients: InMemoryClientStore([client]),
    users: directory, pages: pages, logger: Logger(label: "login"))
  let answer = await server.respond(to: request, body: body)
  return answer
}

/// Notifies clients when a session ends.
func notifyClients(
  configuration: AuthorizationServerConfiguration, database: any ServerDatabase, clients: any ClientStore,
  users: any UserDirectory, pages: any Pages, transport: any HTTPTransport, logger: Logger
) -> AuthorizationServer {
  let server = AuthorizationServer(
    configuration: configuration, database: database, clients: clients, users: users, pages: pages,
    logoutDelivery: LogoutDelivery(transport: transport), logger: logger)
  return server
}

/// Switches sessions off.
func switchSessionsOff(_ configuration: inout AuthorizationServerConfiguration) {
  configuration.features.remove(.sessions)
}

/// Requires pushed requests, and names the resources.
func requirePushedRequests(_ configuration: inout AuthorizationServerConfiguration) {
  configuration.requests.requiresPushed = true
  configuration.requests.resources = ["https://api.example"]
}

/// Configures a server.
func configureAServer(keys: SigningKeys) throws -> AuthorizationServerConfiguration {
  var configuration = try AuthorizationServerConfiguration(
    issuer: Issuer("https://login.example"),
    scopes: Scope(["openid", "profile", "notes.read", "offline_access"]),
    lifetimes: TokenLifetimes(accessToken: .seconds(600)),
    signingKeys: keys)
  configuration.registration = .closed
  configuration.requests.resources = ["https://notes.example"]
  return configuration
}

/// Registers a command-line tool and a web application.
func registerClients() throws -> [RegisteredClient] {
  // A command-line tool. It can't keep a secret, so it is public and uses PKCE.
  let tool = RegisteredClient(
    id: "notes-cli", name: "Notes",
    redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
    scope: try Scope(["notes.read", "offline_access"]))

  // A web application with a secret. The server stores only the secret's hash.
  let secret = Secret("…")  // at least 128 random bits
  let web = RegisteredClient(
    id: "notes-web", name: "Notes on the web",
    kind: .confidential(secretHash: SecretHash(of: secret)),
    redirectURIs: [try RedirectURI("https://notes.example/callback")],
    scope: try Scope(["openid", "notes.read", "notes.write"]))
  return [tool, web]
}

/// Opens the keys of a database.
func openKeys(
  _ database: any ServerDatabase, seal: SigningKeySeal, issuer: Issuer, scopes: Scope, logger: Logger
) async throws -> AuthorizationServerConfiguration {
  let ring = try await SigningKeyRing.open(
    database, seal: seal, algorithms: [.es256, .rs256], logger: logger)
  let configuration = try AuthorizationServerConfiguration(
    issuer: issuer, scopes: scopes, signingKeys: ring)
  return configuration
}

/// Signs with two algorithms.
func signWithTwoAlgorithms(es256: SigningKey, rs256: SigningKey) throws -> SigningKeys {
  let keys = try SigningKeys(signing: es256, alsoSigning: [rs256])
  return keys
}

/// Changes a key without a ring.
func changeAKey(old: SigningKey, new: SigningKey) throws -> (SigningKeys, SigningKeys) {
  let before = try SigningKeys(signing: old, alsoPublished: [new.verificationKey])
  let after = try SigningKeys(signing: new, alsoPublished: [old.verificationKey])
  return (before, after)
}
