public import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Signs a person in with the authorization code grant and PKCE, from the browser to the tokens (RFC 6749 §4.1,
  /// RFC 7636).
  ///
  /// - Parameters:
  ///   - scope: what to ask for.
  ///   - parameters: more authorization parameters, such as a provider's own.
  ///   - userAgent: the person's browser, such as `LoopbackUserAgent`.
  /// - Throws: what the steps throw: ``AuthorizationRequestError``, ``EndpointError``, ``CallbackError``,
  ///   `HTTPTransportError`, the user agent's own errors, or `CancellationError`.
  public func signIn(
    scope: Scope = .none, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> TokenResponse {
    try await signIn(with: userAgent) { redirectURI in
      AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: parameters)
    }
  }

  /// The same for requests that ask for more: resources, another response mode, a signed or pushed request.
  ///
  /// - Parameters:
  ///   - userAgent: the person's browser.
  ///   - request: makes the request of this sign-in for the redirect URI that the user agent listens on.
  /// - Throws: what the steps throw, as above, and what `request` throws.
  public func signIn(
    with userAgent: some UserAgent, _ request: @Sendable (RedirectURI) throws -> AuthorizationRequest
  ) async throws -> TokenResponse {
    let code = try await userAgent.authorize { redirectURI in try await begin(request(redirectURI)) }
    return try await redeem(code)
  }
}
