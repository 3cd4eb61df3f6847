public import OAuthCore

extension OAuthClient {
  /// Exchanges a JWT that somebody whom the server trusts has signed for an access token (RFC 7523 §2.1).
  ///
  /// Service accounts and federations call it. The answer usually has no refresh token (RFC 7521 §4.1): use the same
  /// assertion again while it lives, or a new one.
  /// - Parameters:
  ///   - assertion: the signed JWT. Whoever has it can do the same: keep it secret and short-lived.
  ///   - scope: what to ask for; an empty scope isn't sent, and the server decides.
  ///   - resources: the resources that the token is for, as absolute URIs (RFC 8707 §2).
  ///   - parameters: more parameters, such as a provider's own.
  /// - Throws: ``EndpointError`` if the server refused (`invalid_grant` means that it doesn't accept the assertion) or its
  ///   answer can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
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
