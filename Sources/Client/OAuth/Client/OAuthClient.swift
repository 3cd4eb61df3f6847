public import Logging
public import OAuthCore
public import PKCE

/// An OAuth client: an application that is registered with one authorization server (RFC 6749 §1.1,
/// §2).
///
/// It is a value without tokens or attempts. Create one for each server, once or whenever you need
/// it.
///
/// ```swift
/// let transport = AsyncHTTPClientTransport()
/// let issuer = try Issuer("https://accounts.example.com")
/// let server = try await AuthorizationServerMetadata.discover(issuer, through: transport)
/// let client = OAuthClient(id: "your-client-id", server: server, transport: transport)
/// let tokens = try await client.signIn(scope: Scope(["profile"]), with: LoopbackUserAgent())
/// ```
///
/// The other grants are calls of their own: ``deviceAuthorization(scope:parameters:)`` for devices
/// without a browser, ``clientCredentials(scope:resources:parameters:)`` for the client itself,
/// ``exchange(_:)->ExchangedToken`` for token exchange. `TokenSession` stores the tokens and keeps
/// them valid.
public struct OAuthClient: Sendable {
  /// The `client_id` that the server issued.
  public let id: String
  /// The method by which the client authenticates.
  public let authentication: ClientAuthentication
  /// The authorization server's metadata.
  public let server: AuthorizationServerMetadata

  /// The key that the client's tokens are bound to (RFC 9449); `nil` for bearer tokens.
  public let prover: DPoPProver?
  /// The values of `token_type` that mean a bearer token.
  public let bearerNames: BearerNames

  package let transport: any HTTPTransport
  package let limits: HTTPLimits
  package let clock: WallClock
  package let random: any RandomSource
  package let logger: Logger

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - id: The `client_id` from the registration with the server.
  ///   - authentication: The client's authentication. Default: ``ClientAuthentication/none``, for
  ///     apps and commands that users install.
  ///   - server: The server's metadata, from discovery or built by hand.
  ///   - prover: The key that every token is bound to. Answers with unbound tokens are then
  ///     rejected. Default: none.
  ///   - bearerNames: The values of `token_type` that mean a bearer token, for servers that don't
  ///     send `Bearer`. Default: `Bearer` only. An answer to a refresh may always leave it out.
  ///   - transport: The HTTP transport, such as `AsyncHTTPClientTransport`.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  ///   - clock: The wall clock; tests pass their own. Default: the system's.
  ///   - random: The source of `state`, `nonce` and verifiers. It must be cryptographically secure
  ///     outside tests. Default: the system's.
  ///   - logger: The log of requests and their status. It never gets a secret. Default:
  ///     `pixy.oauth`.
  public init(
    id: String, authentication: ClientAuthentication = .none, server: AuthorizationServerMetadata,
    prover: DPoPProver? = nil, bearerNames: BearerNames = .standard, transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.oauth")
  ) {
    self.id = id
    self.authentication = authentication
    self.server = server
    self.prover = prover
    self.bearerNames = bearerNames
    self.transport = transport
    self.limits = limits
    self.clock = clock
    self.random = random
    self.logger = logger
  }

  /// Returns the same client with another key for its tokens, or with none.
  package func with(prover: DPoPProver?) -> OAuthClient {
    OAuthClient(
      id: id, authentication: authentication, server: server, prover: prover, bearerNames: bearerNames,
      transport: transport, limits: limits, clock: clock, random: random, logger: logger)
  }
}
