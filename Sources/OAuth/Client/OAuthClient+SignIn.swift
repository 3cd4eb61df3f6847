internal import PKCE
public import OAuthCore

extension OAuthClient {
  /// Signs a person in with the authorization code grant and PKCE, from the browser to the tokens (RFC 6749 §4.1,
  /// RFC 7636).
  ///
  /// - Parameters:
  ///   - scope: what to ask for.
  ///   - parameters: more authorization parameters, such as `prompt` or `login_hint`.
  ///   - userAgent: the person's browser, such as `LoopbackUserAgent`.
  /// - Throws: what the steps throw: ``AuthorizationRequestError``, ``CallbackError``, ``TokenError``,
  ///   `HTTPTransportError`, the user agent's own errors, or `CancellationError`.
  public func signIn(
    scope: Scope = .none, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> TokenResponse {
    let code = try await userAgent.authorize { redirectURI in
      try authorizationAttempt(
        AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: parameters))
    }
    return try await redeem(code)
  }
}
