internal import CoreMetrics
internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird

/// The authorization server without a database, for development and tests.
///
/// It has one public client and one user, unless the configuration file has others. All state is in
/// memory.
struct InMemoryServer: Sendable {
  static let callbackPath = "/callback"

  let clientID: String
  let clientName: String
  /// The clients of the configuration file, which replace the one client.
  let configured: [RegisteredClient]
  let users: any UserDirectory
  let settings: ServeSettings
  let keys: SigningKeys
  let registration: RegistrationPolicy
  /// The audit log, if there is one.
  let audit: (any AuditLog)?
  let logger: Logger

  /// - Parameters:
  ///   - clientID: The `client_id` of the one client.
  ///   - clientName: The client's name on the pages.
  ///   - configured: The clients of the configuration file; if there are any, they replace the one
  ///     client.
  ///   - users: The users who can sign in.
  ///   - settings: The settings of `pixy serve`.
  ///   - audit: The audit log. Default: none.
  ///   - logger: The logger of the server.
  init(
    clientID: String, clientName: String, configured: [RegisteredClient] = [], users: any UserDirectory,
    settings: ServeSettings, audit: (any AuditLog)? = nil, logger: Logger
  ) throws {
    self.clientID = clientID
    self.configured = configured
    self.clientName = clientName
    self.users = users
    self.settings = settings
    self.audit = audit
    self.logger = logger
    keys = try Self.newKeys(settings.algorithms)
    registration = try settings.registration { Self.lenientPolicy($0, settings.scopes) }
  }

  /// Generates a signing key for each algorithm. The first key is the default.
  private static func newKeys(_ algorithms: [SignatureAlgorithm]) throws -> SigningKeys {
    let keys = try algorithms.map { try SigningKey.generate($0, keyID: "laptop-\($0.rawValue.lowercased())") }
    return try SigningKeys(signing: keys[0], alsoSigning: Array(keys.dropFirst()))
  }

  /// Returns the registration policy for trying out third-party clients: PKCE is optional,
  /// logos may be on other hosts, and all scopes may be registered.
  private static func lenientPolicy(
    _ admission: RegistrationPolicy.Admission, _ scope: Scope
  ) -> RegistrationPolicy {
    var policy = RegistrationPolicy(admission)
    policy.scope = scope
    policy.proofKey = .optionalDespiteCodeInjection
    policy.allowsDocumentsAtOtherHosts = true
    policy.grants.formUnion([.clientCredentials])
    return policy
  }

  /// - Parameter metrics: The metrics that count events. Default: none.
  func make(_ issuer: Issuer, _ metrics: (any MetricsFactory)? = nil) throws -> AuthorizationServer {
    var configuration = try AuthorizationServerConfiguration(
      issuer: issuer, scopes: settings.scopes, defaultScope: settings.defaultScope, lifetimes: settings.lifetimes,
      signingKeys: keys,
      passwordContext: settings.passwordContext)
    let transport = try ServeSettings.outgoingTransport()
    // A new salt for each run: no subject outlives the process.
    configuration.pairwiseSubjects = try PairwiseSubjects(salt: SigningKeySeal.newKey())
    try settings.complete(&configuration, registration: registration, through: transport)
    if settings.acceptsEncryptedRequests {
      configuration.requests.decryptionKeys = try SigningKeySeal(key: SigningKeySeal.newKey()).requestObjectKeys()
    }
    var clientSettings = ClientSettings()
    clientSettings.accessTokenFormat = settings.accessTokenFormat
    let client = RegisteredClient(
      id: clientID, name: clientName,
      redirectURIs: [
        try RedirectURI("http://127.0.0.1\(Self.callbackPath)"), try RedirectURI("http://[::1]\(Self.callbackPath)"),
      ],
      scope: settings.scopes, grants: [.authorizationCode, .refreshToken, .deviceCode], settings: clientSettings)
    return AuthorizationServer(
      configuration: configuration, database: InMemoryServerDatabase(),
      clients: InMemoryClientStore(configured.isEmpty ? [client] : configured), users: users,
      pages: try settings.pages(), transport: transport,
      dpopNonces: settings.requiresDPoPNonces ? TimedDPoPNonces() : nil,
      logoutDelivery: LogoutDelivery(transport: transport),
      audit: metrics.map { MeasuredAuditLog(audit, factory: $0) } ?? audit, logger: logger)
  }
}
