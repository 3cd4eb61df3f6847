public import DPoPVerification
internal import JOSE
public import Logging
internal import OAuth
public import OAuthCore

extension ResourceServer {
  /// Creates a resource that accepts the JWT access tokens of one authorization server (RFC 9068).
  /// It finds the server's keys through its metadata (RFC 8414). DPoP proofs are accepted too, each
  /// one once in this process.
  ///
  /// Call it when the program starts. The keys are fetched with the first request, and again when
  /// the server changes them.
  ///
  /// - Parameters:
  ///   - resource: The resource's identifier, which tokens must have as `aud`. Its scheme, host and
  ///     port must be those that clients use, even behind a proxy.
  ///   - issuer: The authorization server's issuer.
  ///   - scopes: The scopes in the resource's metadata. Default: none are mentioned.
  ///   - transport: The HTTP transport for requests to the authorization server.
  ///   - nonces: The nonces that DPoP proofs must contain (RFC 9449 §9). Default: none are
  ///     required.
  ///   - presentation: The ways in which tokens are accepted. Default: all tokens, in the
  ///     `Authorization` field.
  ///   - logger: The log of refusals. It contains no data of the requests.
  ///   - clock: The wall clock. Default: the system's.
  /// - Throws: `DiscoveryError`, `MetadataError` (also if the server publishes no keys) or
  ///   `HTTPTransportError`, if the server's metadata can't be fetched or trusted.
  public static func discover(
    _ resource: Endpoint, trusting issuer: Issuer, scopes: Scope = .none, through transport: any HTTPTransport,
    nonces: (any DPoPNonces)? = nil, presentation: TokenPresentation = TokenPresentation(), logger: Logger,
    clock: WallClock = .system
  ) async throws -> ResourceServer {
    let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport, needing: [])
    // The document's spelling is the one in tokens.
    let issuer = metadata.issuer ?? issuer
    guard let keys = metadata.jwksURI else { throw MetadataError.missing(member: "jwks_uri") }
    return ResourceServer(
      ResourceDescription(resource, authorizationServers: [issuer], scopes: scopes),
      tokens: JWTAccessTokens(
        JWTAccessTokenPolicy(issuer: issuer, audience: [resource.text]),
        keys: RemoteKeySet(keys, through: transport, clock: clock), clock: clock),
      proofs: DPoPProofChecker(nonces: nonces, usedTokenIDs: InMemoryUsedTokenIDs(clock: clock), clock: clock),
      presentation: presentation, logger: logger, clock: clock)
  }
}
