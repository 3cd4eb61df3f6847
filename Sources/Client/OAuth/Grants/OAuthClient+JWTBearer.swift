public import OAuthCore

extension OAuthClient {
  /// Exchanges a JWT, signed by an issuer that the server trusts, for an access token (RFC 7523
  /// §2.1).
  ///
  /// For service accounts and federations. The answer usually has no refresh token (RFC 7521 §4.1):
  /// use the same assertion again while it is valid, or a new one.
  /// - Parameters:
  ///   - assertion: The signed JWT. Keep it secret and short-lived, because every holder can get
  ///     tokens with it.
  ///   - scope: The scope to ask for. Default: none, and the server decides.
  ///   - resources: The resources that the token is for, as absolute URIs (RFC 8707 §2). Default:
  ///     none.
  ///   - parameters: More parameters, such as a provider's own. Default: none.
  /// - Throws: ``EndpointError`` if the server refused (`invalid_grant` means that it doesn't
  ///   accept the assertion) or its answer can't be used; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func tokens(
    jwtBearer assertion: Secret, scope: Scope = .none, resources: [String] = [],
    parameters: FormParameters = FormParameters()
  ) async throws -> TokenResponse {
    var form = FormParameters()
    form.append("assertion", assertion.reveal())
    form.append(scope: scope)
    form.append(resources: resources)
    form.append(parameters)
    return try await tokens(
      grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", form, secrets: [assertion])
  }
}
