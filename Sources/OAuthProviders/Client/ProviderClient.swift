public import Logging
public import OAuth
public import OAuthCore
internal import OpenIDConnect
internal import JOSE
public import PKCE

/// An application at a provider: a client id, and perhaps a secret.
///
/// A value; making one asks nobody. Copies share what they learn of the provider's metadata.
///
/// ```swift
/// let client = ProviderClient(.gitHub, id: "your-client-id", through: transport)
/// let signedIn = try await client.signIn(with: LoopbackUserAgent())
/// ```
///
/// Client id, secret and redirect URI are checked before a browser opens, with an error that says what to register where: see
/// ``ProviderError``.
public struct ProviderClient: Sendable {
  /// The provider.
  public let provider: Provider
  /// The `client_id` that it gave.
  public let id: String

  let secret: Secret?
  let transport: any HTTPTransport
  let limits: HTTPLimits
  let clock: WallClock
  let random: any RandomSource
  let monotonic: MonotonicClock
  let logger: Logger
  private let metadata: MetadataCache
  private let keySets = KeySets()

  /// Names an application.
  /// - Parameters:
  ///   - provider: one that Pixy knows, or one that you describe.
  ///   - id: the `client_id` from the provider's page for the application.
  ///   - secret: the client secret, where the provider gives one to this kind of client. In something that people install
  ///     it is no secret (RFC 8252 §8.5), and PKCE is what protects the sign-in.
  ///   - transport: what moves requests; see `AsyncHTTPClientTransport`.
  ///   - limits: the time and size that one exchange may take.
  ///   - clock: what time it is; tests pass their own.
  ///   - monotonic: how much time has passed; tests pass their own.
  ///   - random: where `state`, `nonce` and verifiers come from; must be cryptographically secure outside tests.
  ///   - logger: told what happens, never a secret.
  public init(
    _ provider: Provider, id: String, secret: Secret? = nil, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), clock: WallClock = .system, monotonic: MonotonicClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.providers")
  ) {
    self.provider = provider
    self.id = id
    self.secret = secret
    self.transport =
      provider.quirks.contains(.slackAnswers) ? SlackTransport(transport) : transport
    self.limits = limits
    self.clock = clock
    self.monotonic = monotonic
    self.random = random
    self.logger = logger
    metadata = MetadataCache(through: transport, limits: limits, clock: clock)
  }

  /// The client for everything that this type has no call for: it knows the provider's endpoints, and fetches its metadata if that
  /// wasn't done before.
  ///
  /// Redirect URIs aren't checked by it, and the provider's own parameters aren't added.
  /// - Throws: ``ProviderError/clientID(provider:place:)`` or ``ProviderError/clientSecretMissing(provider:)``; what
  ///   discovery throws.
  public func oauthClient() async throws -> OAuthClient {
    try checkRegistration()
    let server =
      switch provider.server {
      case .known(let metadata): metadata
      case .published(let issuer): completed(try await metadata.metadata(of: issuer))
      }
    return OAuthClient(
      id: id, authentication: authentication(at: server), server: server, transport: transport, limits: limits,
      clock: clock, random: random, logger: logger)
  }

  /// Whether id and secret can be right; nobody is asked.
  func checkRegistration() throws(ProviderError) {
    guard provider.clientID.accepts(id) else {
      throw .clientID(provider: provider.name, place: provider.clientID.place)
    }
    guard secret != nil || provider.clientSecret != .required else {
      throw .clientSecretMissing(provider: provider.name)
    }
  }

  /// What the provider publishes, with what it leaves out.
  private func completed(_ metadata: AuthorizationServerMetadata) -> AuthorizationServerMetadata {
    var members = metadata.members
    for case .unannouncedLogout(let path) in provider.quirks {
      guard metadata.endSessionEndpoint == nil, let issuer = metadata.issuer else { continue }
      members["end_session_endpoint"] = .string(issuer.origin + issuer.pathPrefix + path)
    }
    return AuthorizationServerMetadata(
      issuer: metadata.issuer, authorizationEndpoint: metadata.authorizationEndpoint,
      tokenEndpoint: metadata.tokenEndpoint, userInfoEndpoint: metadata.userInfoEndpoint, members: members)
  }

  /// The secret goes into the body where the server takes it there, because servers differ in how they read the
  /// `Authorization` field (RFC 6749 §2.3.1).
  private func authentication(at server: AuthorizationServerMetadata) -> ClientAuthentication {
    guard let secret else { return .none }
    let announced = server.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
    return announced.contains("client_secret_post") ? .clientSecretPost(secret) : .clientSecretBasic(secret)
  }

  /// The client that verifies ID tokens; `nil` at a provider that signs none.
  func openIDClient(_ client: OAuthClient) throws -> OpenIDClient? {
    guard let jwks = client.server.jwksURI else { return nil }
    let keys = keySets.keys(at: jwks) { RemoteKeySet(jwks, through: transport, limits: limits, clock: clock) }
    let announced = Set(
      (client.server.idTokenSigningAlgValuesSupported ?? []).compactMap(SignatureAlgorithm.init(rawValue:)))
    let usable = announced.intersection(SignatureAlgorithm.asymmetric)
    let policy = IDTokenPolicy(
      issuer: try expectedIssuer(client.server), clientID: id, algorithms: usable.isEmpty ? [.rs256] : usable)
    return OpenIDClient(client, policy: policy, keys: keys)
  }

  private func expectedIssuer(_ server: AuthorizationServerMetadata) throws -> ExpectedIssuer {
    for case .tenantInIssuer(let template) in provider.quirks { return .anyEntraTenant(template) }
    guard let issuer = server.issuer else { throw OpenIDError.noIssuer }
    return provider.quirks.contains(.issuerMayLackScheme) ? .withOrWithoutScheme(issuer) : .exactly(issuer)
  }
}
