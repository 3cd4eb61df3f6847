#if CLI
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird

/// The authorization server that needs no configuration: one public client, one person, everything in memory.
struct LaptopServer: Sendable {
  static let scopes = ["profile", "email"]
  static let callbackPath = "/callback"

  let clientID: String
  let clientName: String
  let user: User
  let password: Secret
  let logger: Logger

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    let scopes = try Scope(Self.scopes)
    var stores = ServerStores(
      clients: InMemoryClientStore([
        RegisteredClient(
          id: clientID, name: clientName,
          redirectURIs: [
            try RedirectURI("http://127.0.0.1\(Self.callbackPath)"),
            try RedirectURI("http://[::1]\(Self.callbackPath)"),
          ],
          scope: scopes)
      ]),
      users: InMemoryUserDirectory([(user: user, password: password)]),
      codes: InMemoryAuthorizationCodeStore(), tokens: InMemoryIssuedTokenStore())
    stores.signInAttempts = InMemorySignInAttemptStore()
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes), stores: stores,
      pages: try MustachePages(), logger: logger)
  }
}
#endif
