#if CLI
internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird

/// The authorization server that needs no configuration: one public client, one person, everything in memory.
struct LaptopServer: Sendable {
  static let scopes = ["openid", "profile", "email", "offline_access"]
  static let callbackPath = "/callback"

  let clientID: String
  let clientName: String
  let user: User
  let password: Secret
  /// Whether anybody may register clients (RFC 7591).
  let isRegistrationOpen: Bool
  let keys: IDTokenKeys
  let logger: Logger

  /// Keys for this run, ES256 for whoever says nothing else and RS256 for who asks for it.
  static func newKeys() throws -> IDTokenKeys {
    try IDTokenKeys(
      signing: .generate(.es256, keyID: "laptop-es256"), alsoSigning: [.generate(.rs256, keyID: "laptop-rs256")])
  }

  /// For clients that others wrote: some know no PKCE, and have their logo and papers elsewhere.
  private static var openToAll: RegistrationPolicy {
    var policy = RegistrationPolicy(.open)
    policy.proofKey = .optionalDespiteCodeInjection
    policy.documentsMayBeElsewhere = true
    policy.grants.formUnion([.clientCredentials])
    return policy
  }

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    let scopes = try Scope(Self.scopes)
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes, idTokenKeys: keys)
    if isRegistrationOpen { configuration.registration = Self.openToAll }
    let client = RegisteredClient(
      id: clientID, name: clientName,
      redirectURIs: [
        try RedirectURI("http://127.0.0.1\(Self.callbackPath)"), try RedirectURI("http://[::1]\(Self.callbackPath)"),
      ],
      scope: scopes, grants: [.authorizationCode, .refreshToken, .deviceCode])
    var stores = ServerStores(
      clients: InMemoryClientStore([client]), users: InMemoryUserDirectory([(user: user, password: password)]),
      codes: InMemoryAuthorizationCodeStore(), tokens: InMemoryIssuedTokenStore(),
      deviceCodes: InMemoryDeviceCodeStore())
    stores.sessions = InMemorySessionStore()
    stores.consents = InMemoryConsentStore()
    stores.pushedRequests = InMemoryPushedRequestStore()
    stores.signInAttempts = InMemorySignInAttemptStore()
    stores.usedTokenIDs = InMemoryUsedTokenIDs()
    if isRegistrationOpen { stores.registrations = InMemoryClientRegistrationStore() }
    let transport = AsyncHTTPClientTransport()
    return AuthorizationServer(
      configuration: configuration, stores: stores, pages: try MustachePages(), transport: transport,
      logoutDelivery: LogoutDelivery(transport: transport), logger: logger)
  }
}
#endif
