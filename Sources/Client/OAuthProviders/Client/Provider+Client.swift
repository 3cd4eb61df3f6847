package import JOSE
package import OAuth
package import OAuthCore
package import OpenIDConnect

/// The configuration of the clients of OAuth and OpenIDConnect for a provider.
extension Provider {
  /// Checks whether a client ID and a credential can be right, without a request.
  ///
  /// - Parameters:
  ///   - id: The client ID.
  ///   - hasCredential: Whether the client has a secret, a private key or a certificate.
  /// - Throws: ``ProviderError/clientID(provider:place:)``;
  ///   ``ProviderError/clientSecretMissing(provider:)``.
  package func check(clientID id: String, hasCredential: Bool) throws(ProviderError) {
    guard clientID.accepts(id) else { throw .clientID(provider: name, place: clientID.place) }
    guard hasCredential || clientSecret != .required else { throw .clientSecretMissing(provider: name) }
  }

  /// Checks a redirect URI before a browser opens.
  ///
  /// - Throws: ``ProviderError/redirectURI(_:provider:remedy:)``.
  package func check(_ redirectURI: RedirectURI, clientID: String) throws(ProviderError) {
    try redirects.check(redirectURI, clientID: clientID, provider: name)
  }

  /// Returns a transport that converts the provider's answers into the form of RFC 6749.
  package func transport(_ transport: any HTTPTransport) -> any HTTPTransport {
    let labelled = quirks.contains(.jsonLabelledAsText) ? RelabellingTransport(transport) : transport
    return quirks.contains(.slackAnswers) ? SlackTransport(labelled) : labelled
  }

  /// Returns the provider's published metadata, completed with the members that it leaves out.
  package func completed(_ metadata: AuthorizationServerMetadata) -> AuthorizationServerMetadata {
    var members = metadata.members
    for case .unannouncedLogout(let path) in quirks {
      guard metadata.endSessionEndpoint == nil, let issuer = metadata.issuer else { continue }
      members["end_session_endpoint"] = .string(issuer.origin + issuer.pathPrefix + path)
    }
    return AuthorizationServerMetadata(
      issuer: metadata.issuer, authorizationEndpoint: metadata.authorizationEndpoint,
      tokenEndpoint: metadata.tokenEndpoint, userInfoEndpoint: metadata.userInfoEndpoint, members: members)
  }

  /// The values of `token_type` that mean a bearer token.
  package var bearerNames: BearerNames {
    for case .bearerNames(let names) in quirks { return names }
    return .standard
  }

  /// Returns the client authentication method for a secret.
  ///
  /// It is `client_secret_basic`, which servers have to support (RFC 6749 §2.3.1) and for which
  /// clients are registered by default (OpenID Connect Core §9). A server that announces only
  /// `client_secret_post` gets the secret in the body, as does Google: its device endpoint finds a
  /// client by the `client_id` in the body.
  package func authentication(_ secret: Secret?, at server: AuthorizationServerMetadata) -> ClientAuthentication {
    guard let secret else { return .none }
    // RFC 8414 §2: a server that announces no methods accepts this one.
    let methods = server.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
    let isPosted =
      methods.contains("client_secret_post")
      && (!methods.contains("client_secret_basic") || quirks.contains(.issuerMayLackScheme))
    return isPosted ? .clientSecretPost(secret) : .clientSecretBasic(secret)
  }

  /// Checks the redirect URI of an authorization request, and adds the provider's own parameters.
  /// Parameters that the request already has stay.
  ///
  /// - Throws: ``ProviderError/redirectURI(_:provider:remedy:)``.
  package func configure(_ request: inout AuthorizationRequest, clientID: String) throws(ProviderError) {
    try check(request.redirectURI, clientID: clientID)
    let given = request.parameters.pairs.map(\.name)
    for pair in parameters.pairs where !given.contains(pair.name) { request.parameters.append(pair.name, pair.value) }
    if quirks.contains(.formPost), !request.scope.isEmpty { request.responseMode = .formPost }
    if quirks.contains(.slackAnswers) {
      request.parameters.append("user_scope", request.scope.tokens.joined(separator: ","))
      request.scope = .none
    }
  }

  /// Returns the client that verifies the provider's ID tokens.
  ///
  /// - Parameters:
  ///   - client: The OAuth client.
  ///   - algorithms: The accepted signature algorithms. Default: those of the server's metadata,
  ///     without HMAC.
  /// - Throws: `OpenIDError` if the issuer or the address of the keys is unknown.
  package func openIDClient(
    _ client: OAuthClient, algorithms: Set<SignatureAlgorithm> = []
  ) throws(OpenIDError) -> OpenIDClient {
    let server = client.server
    let announced = (server.idTokenSigningAlgValuesSupported ?? []).compactMap(SignatureAlgorithm.init(rawValue:))
    let usable = algorithms.isEmpty ? SignatureAlgorithm.asymmetric.intersection(announced) : algorithms
    return try OpenIDClient(client, issuer: try expectedIssuer(server), algorithms: usable.isEmpty ? [.rs256] : usable)
  }

  private func expectedIssuer(_ server: AuthorizationServerMetadata) throws(OpenIDError) -> ExpectedIssuer {
    for case .tenantInIssuer(let template) in quirks { return .anyEntraTenant(template) }
    guard let issuer = server.issuer else { throw .noIssuer }
    return quirks.contains(.issuerMayLackScheme) ? .withOrWithoutScheme(issuer) : .exactly(issuer)
  }
}
