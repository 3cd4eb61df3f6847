internal import CoreMetrics
internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthServerSQL

/// The authorization server with a database, for production.
struct DatabaseServer: Sendable {
  let settings: ServeSettings
  let database: any SQLServerDatabase
  let keyRing: SigningKeyRing
  /// The source of DPoP nonces; nil if proofs need none.
  let dpopNonces: (any DPoPNonces)?
  /// The keys that decrypt request objects.
  let decryptionKeys: [DecryptionKey]
  /// The key of the browsers that users have signed in with; nil for a random one.
  let knownBrowsersKey: Secret?
  /// The audit log, if there is one.
  let audit: (any AuditLog)?
  let registration: RegistrationPolicy
  let hasher: PasswordHasher
  private let clients: ConfiguredClientStore
  private let people: ConfiguredPasswordStore
  let logger: Logger

  /// - Parameters:
  ///   - clients: The clients of the configuration file.
  ///   - users: The users of the configuration file, with their password hashes.
  ///   - dpopNonces: The source of DPoP nonces. Default: none.
  ///   - decryptionKeys: The keys that decrypt request objects. Default: none.
  ///   - knownBrowsersKey: The key of the browsers that users have signed in with. Default: a random
  ///     one.
  ///   - audit: The audit log. Default: none.
  init(
    _ settings: ServeSettings, _ database: any SQLServerDatabase, _ keyRing: SigningKeyRing,
    clients: [RegisteredClient], users: [(user: User, password: PasswordHash)] = [],
    dpopNonces: (any DPoPNonces)? = nil, decryptionKeys: [DecryptionKey] = [],
    knownBrowsersKey: Secret? = nil, audit: (any AuditLog)? = nil, logger: Logger
  ) throws {
    self.settings = settings
    self.database = database
    self.keyRing = keyRing
    self.logger = logger
    self.dpopNonces = dpopNonces
    self.decryptionKeys = decryptionKeys
    self.knownBrowsersKey = knownBrowsersKey
    self.audit = audit
    self.clients = ConfiguredClientStore(configured: InMemoryClientStore(clients), others: database)
    self.people = ConfiguredPasswordStore(configured: InMemoryPasswordStore(users), others: database)
    registration = try settings.registration { RegistrationPolicy($0) }
    hasher = PasswordHasher()
  }

  /// - Parameter metrics: The metrics that count events. Default: none.
  func make(_ issuer: Issuer, _ metrics: (any MetricsFactory)? = nil) throws -> AuthorizationServer {
    var configuration = try AuthorizationServerConfiguration(
      issuer: issuer, scopes: settings.scopes, defaultScope: settings.defaultScope, lifetimes: settings.lifetimes,
      signingKeys: keyRing,
      passwordContext: settings.passwordContext)
    let transport = try ServeSettings.outgoingTransport()
    try settings.complete(&configuration, registration: registration, through: transport)
    configuration.requests.decryptionKeys = decryptionKeys
    configuration.knownBrowsersKey = knownBrowsersKey
    return AuthorizationServer(
      configuration: configuration, database: database, clients: clients,
      users: PasswordDirectory(people, hasher: hasher), pages: try settings.pages(), transport: transport,
      clock: database.clock,
      dpopNonces: dpopNonces, logoutDelivery: LogoutDelivery(transport: transport),
      audit: metrics.map { MeasuredAuditLog(audit, factory: $0) } ?? audit, logger: logger)
  }
}
