internal import FoundationBasics
public import OAuthCore

extension OAuthClient {
  /// Requests an identity assertion grant (ID-JAG) from this client's server, which is the user's
  /// identity provider (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3).
  ///
  /// Present it with ``tokens(identityAssertion:parameters:)`` of the client at the other server. Both
  /// clients need the same ``prover``, or none: with one, the assertion is bound to its key where the
  /// identity provider supports this.
  ///
  /// - Parameters:
  ///   - subject: The user's ID token (`TokenTypeIdentifier.idToken`) or SAML 2.0 assertion
  ///     (`TokenTypeIdentifier.saml2`), which was issued to this client. Some identity providers also accept
  ///     the user's refresh token.
  ///   - actor: The token of the party that acts for the user. The draft leaves its meaning to the identity
  ///     provider. Default: none.
  ///   - server: The other authorization server, whose issuer becomes the `audience`.
  ///   - resource: The protected resource, as an absolute URI (RFC 8707 §2). Default: none.
  ///   - scope: The scope at the protected resource. Default: none, and the identity provider decides.
  ///   - authorizationDetails: The `authorization_details` at the protected resource: JSON objects with a
  ///     `type` each (RFC 9396 §2). Default: none.
  ///   - parameters: More parameters, such as a provider's own. Default: none.
  /// - Throws: ``IdentityAssertionError``; ``EndpointError`` if the answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func identityAssertionGrant(
    for subject: SecurityToken, actor: SecurityToken? = nil, at server: AuthorizationServerMetadata,
    resource: String? = nil, scope: Scope = .none, authorizationDetails: [JSONValue] = [],
    parameters: FormParameters = FormParameters()
  ) async throws -> IdentityAssertionGrant {
    guard let audience = server.issuer else { throw IdentityAssertionError.unknownIssuer }
    guard self.server.issuesIdentityAssertions ?? true else {
      throw IdentityAssertionError.notIssued(by: self.server.issuer)
    }
    guard server.acceptsIdentityAssertions ?? true else { throw IdentityAssertionError.notAccepted(by: audience) }
    var request = TokenExchangeRequest(subject: subject, actor: actor)
    request.requestedTokenType = .idJAG
    request.audiences = [audience.text]
    request.resources = resource.map { [$0] } ?? []
    request.scope = scope
    request.parameters.append(authorizationDetails: authorizationDetails)
    request.parameters.append(parameters)
    let (answer, sent) = try await post(
      to: .token, Self.form(grantType: "urn:ietf:params:oauth:grant-type:token-exchange", request.form),
      secrets: request.secrets)
    do {
      return try IdentityAssertionGrant(
        AnswerMembers(answer, to: sent), for: audience, resource, scope, authorizationDetails,
        boundTo: prover?.thumbprint)
    } catch let error as EndpointError where error.isRefusal && error.category != .temporary {
      throw IdentityAssertionError.refused(error, for: audience)
    }
  }

  /// Exchanges an identity assertion grant for an access token
  /// (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.4).
  ///
  /// The answer usually has no refresh token: request a new grant from the identity provider when the
  /// access token expires.
  ///
  /// - Parameters:
  ///   - grant: The grant for this client's server. Its scope, resource and authorization details are
  ///     requested.
  ///   - parameters: More parameters, such as a provider's own. Default: none.
  /// - Throws: ``IdentityAssertionError``; ``EndpointError`` if the answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func tokens(
    identityAssertion grant: IdentityAssertionGrant, parameters: FormParameters = FormParameters()
  ) async throws -> TokenResponse {
    // The other server could present it.
    guard server.issuer == grant.audience else { throw IdentityAssertionError.anotherServer(grant.audience) }
    var form = FormParameters()
    form.append("assertion", grant.assertion.reveal())
    form.append(scope: grant.scope)
    form.append(resources: grant.resource.map { [$0] } ?? [])
    form.append(authorizationDetails: grant.authorizationDetails)
    form.append(parameters)
    do {
      return try await tokens(grantType: grantType(for: grant), form, secrets: [grant.assertion])
    } catch let error as EndpointError where error.isRefusal && error.category != .temporary && !error.isAboutClient {
      throw IdentityAssertionError.rejected(
        error, by: grant.audience, isAnnounced: server.acceptsIdentityAssertions ?? false)
    }
  }

  /// Returns the grant type for an assertion: `jwt-dpop` for one that is bound to the client's key, if the
  /// server supports it (§8.6.1.2, draft-parecki-oauth-jwt-dpop-grant-02).
  private func grantType(for grant: IdentityAssertionGrant) -> String {
    let bound = "urn:ietf:params:oauth:grant-type:jwt-dpop"
    return grant.isBound && server.grantTypesSupported?.contains(bound) ?? false
      ? bound : "urn:ietf:params:oauth:grant-type:jwt-bearer"
  }
}
