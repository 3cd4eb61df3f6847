#if CLI
internal import DPoPVerification
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthServerSQLite

/// The authorization server for real use: everything in one database.
struct DurableServer: Sendable {
  let settings: ServeSettings
  let database: SQLiteServerDatabase
  let keyRing: SigningKeyRing
  /// What gives nonces for DPoP proofs; nil asks for none.
  var dpopNonces: (any DPoPNonces)?
  let registration: RegistrationPolicy
  let hasher: PasswordHasher
  let logger: Logger

  init(
    _ settings: ServeSettings, _ database: SQLiteServerDatabase, _ keyRing: SigningKeyRing, logger: Logger
  ) throws {
    self.settings = settings
    self.database = database
    self.keyRing = keyRing
    self.logger = logger
    registration = try settings.registration { RegistrationPolicy($0) }
    hasher = PasswordHasher()
  }

  func make(_ issuer: Issuer) throws -> AuthorizationServer {
    var configuration = try AuthorizationServerConfiguration(
      issuer: issuer, scopes: settings.scopes, lifetimes: settings.lifetimes, keyRing: keyRing)
    let transport = AsyncHTTPClientTransport()
    try settings.complete(&configuration, registration: registration, through: transport)
    return AuthorizationServer(
      configuration: configuration,
      stores: database.stores(users: PasswordDirectory(database.people, hasher: hasher)), pages: try settings.pages(),
      transport: transport, dpopNonces: dpopNonces, logoutDelivery: LogoutDelivery(transport: transport), logger: logger
    )
  }
}
#endif
