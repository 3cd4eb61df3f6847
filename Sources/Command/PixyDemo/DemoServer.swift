internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird

/// The authorization server of the demonstration: one client, one user, all state in memory.
struct DemoServer {
  let users: InMemoryUserDirectory
  let logger: Logger

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    let scopes = try Scope(["openid"] + Demo.scopes)
    let client = RegisteredClient(
      id: Demo.clientID, name: "Demo App",
      redirectURIs: [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("http://[::1]/callback")],
      scope: scopes, grants: [.authorizationCode, .refreshToken])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes, signingKeys: try SigningKeys(signing: .generate(.es256, keyID: "demo"))),
      database: InMemoryServerDatabase(), clients: InMemoryClientStore([client]), users: users,
      pages: try MustachePages(texts: [.english, .german]), logger: logger)
  }
}
