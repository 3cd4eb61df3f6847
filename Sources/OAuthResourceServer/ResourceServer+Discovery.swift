public import DPoPVerification
internal import JOSE
public import Logging
internal import OAuth
public import OAuthCore

extension ResourceServer {
  /// Makes a resource that takes JWT access tokens of one authorization server (RFC 9068), whose keys it finds by the server's metadata
  /// (RFC 8414). DPoP proofs are taken too, and each is taken once in this process.
  ///
  /// Call it when the program starts. The keys are fetched with the first request, and again when the server changes them.
  ///
  /// - Parameters:
  ///   - resource: its identifier, which is also the `aud` that tokens must have; scheme, host and port are those that clients ask at, whatever
  ///     a proxy makes of them.
  ///   - issuer: the authorization server.
  ///   - scopes: those that the document about the resource names.
  ///   - transport: asks the authorization server.
  ///   - nonces: what DPoP proofs must have (RFC 9449 §9); nil asks for none.
  ///   - presentation: how tokens are taken.
  ///   - logger: hears of each refusal, without anything that the request had.
  ///   - clock: what time it is.
  /// - Throws: `DiscoveryError`, `MetadataError` (also if the server publishes no keys) or `HTTPTransportError`, if nothing
  ///   trustworthy could be found out about the server.
  public static func discover(
    _ resource: Endpoint, trusting issuer: Issuer, scopes: Scope = .none, through transport: any HTTPTransport,
    nonces: (any DPoPNonces)? = nil, presentation: TokenPresentation = TokenPresentation(), logger: Logger,
    clock: WallClock = .system
  ) async throws -> ResourceServer {
    let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
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
