public import Logging
public import OAuth
public import OAuthCore
package import OpenIDConnect
internal import JOSE
public import PKCE

/// An application registered at a provider: a client ID and, for some clients, a secret.
///
/// `ProviderClient` is a value. Its initializer sends nothing, and copies share the provider's
/// metadata and keys after the first fetch.
///
/// ```swift
/// let client = ProviderClient(.gitHub, id: "your-client-id", through: transport)
/// let signedIn = try await client.signIn(with: LoopbackUserAgent())
/// print("Hello,", try await client.profile(signedIn).displayName)
/// ```
///
/// The client ID, the client secret and the redirect URI are checked before a browser opens. The
/// error tells you what to register at the provider, and where: see ``ProviderError``.
public struct ProviderClient: Sendable {
  /// The provider.
  public let provider: Provider
  /// The `client_id` that the provider assigned to the application.
  public let id: String
  /// The accepted difference between this machine's clock and the provider's, for ID tokens and logout
  /// tokens: from 0 s to 10 min, to the nearer of which other values are set. Default: 30 s.
  public var clockTolerance = ClockTolerance.standard.duration
  /// ``clockTolerance`` within the limits of a tolerance.
  package var clockToleranceInSeconds: Double { ClockTolerance(clockTolerance).seconds }

  let secret: Secret?
  /// The authentication method that the application chose; `nil` for the one that suits the secret.
  private let authentication: ClientAuthentication?
  let transport: any HTTPTransport
  let limits: HTTPLimits
  let clock: WallClock
  let random: any RandomSource
  let monotonic: MonotonicClock
  let logger: Logger
  private let metadata: MetadataCache
  private let keySets = KeySets()

  /// Creates a client for an application. Nothing is sent or checked yet.
  ///
  /// - Parameters:
  ///   - provider: A built-in provider, or one that you describe.
  ///   - id: The `client_id` from the provider's page for the application.
  ///   - secret: The client secret, if the provider issues one to this kind of client. Default:
  ///     none. It is sent as `client_secret_basic`, or as `client_secret_post` to a server that
  ///     announces only that. A secret in an installed application isn't confidential (RFC 8252
  ///     §8.5); PKCE protects the sign-in.
  ///   - transport: Sends HTTP requests: `URLSessionTransport` in an app,
  ///     `AsyncHTTPClientTransport` in a command or on a server.
  ///   - limits: The limits on the duration and size of one HTTP exchange.
  ///   - clock: The wall clock. Default: the system's.
  ///   - monotonic: The clock that measures elapsed time. Default: the system's.
  ///   - random: The source of `state`, `nonce` and PKCE verifiers. It must be cryptographically
  ///     secure outside tests. Default: the system's.
  ///   - logger: Receives a record of each step, never a secret.
  public init(
    _ provider: Provider, id: String, secret: Secret? = nil, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), clock: WallClock = .system, monotonic: MonotonicClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.providers")
  ) {
    self.init(
      provider, id: id, secret: secret, authentication: nil, through: transport, limits: limits, clock: clock,
      monotonic: monotonic, random: random, logger: logger)
  }

  /// Creates a client that authenticates as it is registered: with a private key, a certificate, or
  /// with a secret in the body (RFC 6749 §2.3, OpenID Connect Core §9). Nothing is sent or checked
  /// yet.
  ///
  /// ```swift
  /// let client = ProviderClient(
  ///   .issuer(issuer), id: "app", authentication: .privateKeyJWT(key), through: transport)
  /// ```
  ///
  /// - Parameters:
  ///   - provider: A built-in provider, or one that you describe.
  ///   - id: The `client_id` from the provider's page for the application.
  ///   - authentication: The authentication method for which the client is registered.
  ///   - transport: Sends HTTP requests.
  ///   - limits: The limits on the duration and size of one HTTP exchange.
  ///   - clock: The wall clock. Default: the system's.
  ///   - monotonic: The clock that measures elapsed time. Default: the system's.
  ///   - random: The source of `state`, `nonce` and PKCE verifiers. It must be cryptographically
  ///     secure outside tests. Default: the system's.
  ///   - logger: Receives a record of each step, never a secret.
  public init(
    _ provider: Provider, id: String, authentication: ClientAuthentication, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), clock: WallClock = .system, monotonic: MonotonicClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.providers")
  ) {
    self.init(
      provider, id: id, secret: authentication.secrets.first, authentication: authentication, through: transport,
      limits: limits, clock: clock, monotonic: monotonic, random: random, logger: logger)
  }

  private init(
    _ provider: Provider, id: String, secret: Secret?, authentication: ClientAuthentication?,
    through transport: any HTTPTransport, limits: HTTPLimits, clock: WallClock, monotonic: MonotonicClock,
    random: any RandomSource, logger: Logger
  ) {
    self.provider = provider
    self.id = id
    self.secret = secret
    self.authentication = authentication
    self.transport = provider.transport(transport)
    self.limits = limits
    self.clock = clock
    self.monotonic = monotonic
    self.random = random
    self.logger = logger
    metadata = MetadataCache(through: transport, limits: limits, clock: clock)
  }

  /// Returns the underlying OAuth client, for requests that this type has no function for.
  ///
  /// The first call fetches the provider's metadata if the provider publishes it. The returned
  /// client doesn't check redirect URIs against the provider's rules, and doesn't add the
  /// provider's own authorization parameters.
  ///
  /// - Returns: A client that knows the provider's endpoints.
  /// - Throws: ``ProviderError/clientID(provider:place:)``,
  ///   ``ProviderError/clientSecretMissing(provider:)``, or the errors of discovery.
  public func oauthClient() async throws -> OAuthClient {
    try check()
    let server =
      switch provider.server {
      case .known(let metadata): metadata
      case .published(let issuer): provider.completed(try await metadata.metadata(of: issuer))
      }
    return OAuthClient(
      id: id, authentication: authentication ?? provider.authentication(secret, at: server), server: server,
      bearerNames: provider.bearerNames, transport: transport, limits: limits, clock: clock, random: random,
      logger: logger)
  }

  /// Checks the client ID and the credential, without a request.
  func check() throws(ProviderError) {
    try provider.check(clientID: id, hasCredential: (authentication?.method ?? "none") != "none" || secret != nil)
  }

  /// Returns the client that verifies ID tokens; `nil` if the provider issues none.
  package func openIDClient(_ client: OAuthClient) throws -> OpenIDClient? {
    guard let jwks = client.server.jwksURI else { return nil }
    let keys = keySets.keys(at: jwks) { RemoteKeySet(jwks, through: transport, limits: limits, clock: clock) }
    var policy = try provider.openIDClient(client).policy
    policy.clockTolerance = ClockTolerance(clockTolerance)
    return OpenIDClient(client, policy: policy, keys: keys)
  }
}
