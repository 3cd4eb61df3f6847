public import Logging
public import OAuthCore
public import PKCE

/// An application as one authorization server knows it (RFC 6749 §1.1, §2).
///
/// A value: make one for each server and keep it, or make it when you need it. It holds no token and no attempt.
///
/// ```swift
/// let client = OAuthClient(id: "your-client-id", server: metadata, transport: transport)
/// let tokens = try await client.signIn(scope: Scope(["profile"]), with: LoopbackUserAgent())
/// ```
public struct OAuthClient: Sendable {
  /// The `client_id` the server gave.
  public let id: String
  /// How this client proves who it is.
  public let authentication: ClientAuthentication
  /// The server it talks to.
  public let server: AuthorizationServerMetadata

  /// The key that its tokens are bound to, if they are (RFC 9449).
  public let prover: DPoPProver?

  package let transport: any HTTPTransport
  package let limits: HTTPLimits
  package let clock: WallClock
  package let random: any RandomSource
  package let logger: Logger

  /// Makes a client.
  /// - Parameters:
  ///   - id: the `client_id` from the registration with the server.
  ///   - authentication: ``ClientAuthentication/none`` for apps and commands that people install.
  ///   - server: from discovery, or made by hand.
  ///   - prover: binds every token to its key; the server's answers without such a binding are refused.
  ///   - transport: what moves requests; see `AsyncHTTPClientTransport`.
  ///   - limits: the time and size that one exchange may take.
  ///   - clock: what time it is; tests pass their own.
  ///   - random: where `state`, `nonce` and verifiers come from; must be cryptographically secure outside tests.
  ///   - logger: told what happens, never a secret.
  public init(
    id: String, authentication: ClientAuthentication = .none, server: AuthorizationServerMetadata,
    prover: DPoPProver? = nil, transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), logger: Logger = Logger(label: "pixy.oauth")
  ) {
    self.id = id
    self.authentication = authentication
    self.server = server
    self.prover = prover
    self.transport = transport
    self.limits = limits
    self.clock = clock
    self.random = random
    self.logger = logger
  }

  /// The same client with another key for its tokens, or none.
  package func with(prover: DPoPProver?) -> OAuthClient {
    OAuthClient(
      id: id, authentication: authentication, server: server, prover: prover, transport: transport, limits: limits,
      clock: clock, random: random, logger: logger)
  }
}
