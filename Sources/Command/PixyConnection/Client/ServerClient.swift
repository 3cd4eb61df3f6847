internal import JOSE
package import Logging
package import OAuth
package import OAuthCore
package import OAuthProviders
package import OpenIDConnect

/// A client at an authorization server: all that a grant, a refresh or a revocation needs, whether
/// the command line named an issuer or a provider.
package struct ServerClient: Sendable {
  /// The server. An issuer's has no rules of its own.
  package let provider: Provider
  /// The client's ID and credentials.
  package let choice: ClientChoice
  /// The client that sends the requests.
  package let oauth: OAuthClient
  /// The client of a named provider's own requests: its profile, and its way to revoke tokens. `nil`
  /// for an issuer.
  package let named: ProviderClient?

  /// Creates a client. Nothing is sent.
  ///
  /// - Parameters:
  ///   - choice: The client.
  ///   - server: The server.
  ///   - metadata: The server's metadata, from ``ServerChoice/metadata(through:needing:order:)``.
  ///   - transport: The transport.
  ///   - prover: The DPoP prover. Default: none, for tokens that aren't bound to a key.
  ///   - clock: The wall clock. Default: the system's.
  ///   - logger: The logger.
  /// - Throws: ``ClientChoiceError``; the error of a key that can't be read; the errors of
  ///   ``ServerChoice/provider()``.
  package init(
    _ choice: ClientChoice, at server: ServerChoice, _ metadata: AuthorizationServerMetadata,
    through transport: any HTTPTransport, prover: DPoPProver? = nil, clock: WallClock = .system, logger: Logger
  ) throws {
    let provider = try server.provider()
    self.provider = provider
    self.choice = choice
    // A provider's own rules choose the method, unless a registration has.
    let authentication =
      server.isNamedProvider && choice.method == nil
      ? provider.authentication(choice.secret, at: metadata) : try choice.authentication(at: metadata)
    oauth = OAuthClient(
      id: choice.id, authentication: authentication, server: metadata, prover: prover,
      bearerNames: choice.bearerTypes.isEmpty ? provider.bearerNames : choice.bearerNames,
      transport: provider.transport(transport), clock: clock, logger: logger)
    var known = provider
    known.server = .known(metadata)
    named =
      server.isNamedProvider
      ? ProviderClient(known, id: choice.id, secret: choice.secret, through: transport, logger: logger) : nil
  }

  /// Creates a client after the discovery of the server.
  ///
  /// - Parameter endpoints: The endpoints that the command needs, besides the token endpoint and
  ///   revocation.
  /// - Throws: The errors of ``ClientChoice/check(at:)``, of discovery and of the other initializer.
  package init(
    _ choice: ClientChoice, at server: ServerChoice, through transport: any HTTPTransport,
    needing endpoints: Set<EndpointName> = [], logger: Logger
  ) async throws {
    try choice.check(at: server)
    try self.init(
      choice, at: server, await server.metadata(through: transport, needing: endpoints), through: transport,
      logger: logger)
  }

  /// Returns the client that verifies ID tokens, with the given algorithms or those of the server's
  /// metadata.
  ///
  /// - Throws: `OpenIDError`; `JSONWebKeyError` if the decryption key can't be read.
  package func openIDClient() throws -> OpenIDClient {
    var client = try provider.openIDClient(
      oauth, algorithms: Set(choice.idTokenAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:))))
    client.policy.trustedAudiences = Set(choice.trustedAudiences)
    client.policy.decryption = try choice.decryption()
    client.userInfoDecryption = client.policy.decryption
    return client
  }

  /// Returns the client that verifies the ID tokens of a sign-in; `nil` if the scope requests none, or
  /// if the provider issues none.
  ///
  /// - Throws: The errors of ``openIDClient()``.
  package func verifier(for scope: Scope) throws -> OpenIDClient? {
    guard scope.contains("openid"), named == nil || oauth.server.jwksURI != nil else { return nil }
    return try openIDClient()
  }

  /// Runs the steps after which the tokens of an answer are used, and revokes the tokens if a step
  /// fails.
  package func keeping<Result>(_ tokens: TokenResponse, _ steps: () async throws -> Result) async throws -> Result {
    do {
      return try await steps()
    } catch {
      await revokeUnused(tokens)
      throw error
    }
  }

  /// Revokes tokens that won't be used, if the server revokes tokens. A failure is only logged.
  package func revokeUnused(_ tokens: TokenResponse) async {
    if let named { await named.revokeUnused(tokens) } else { await oauth.revokeUnused(tokens) }
  }
}
