public import OAuthCore

/// A client that signs users in with the authorization code flow and PKCE (RFC 6749 §4.1, RFC
/// 7636).
///
/// ``OAuthClient`` signs in for tokens, `OpenIDClient` for tokens and a verified ID token. Both get
/// ``signIn(scope:parameters:with:)`` and ``signIn(with:_:)`` from here. An app with its own way to
/// the browser calls the two steps itself: ``begin(_:)`` before the browser opens, ``exchange(_:)``
/// after it came back.
public protocol BrowserSignIn: Sendable {
  /// The result of a sign-in.
  associatedtype SignInResult

  /// Begins one sign-in and asks the server for what it needs before the browser opens.
  ///
  /// - Parameter request: The authorization request.
  /// - Throws: The errors of the conforming client.
  func begin(_ request: AuthorizationRequest) async throws -> AuthorizationAttempt

  /// Exchanges the code of an attempt, and consumes it.
  ///
  /// - Parameter code: The code from ``AuthorizationAttempt/receive(_:)``.
  /// - Throws: The errors of the conforming client.
  func exchange(_ code: consuming AuthorizationCode) async throws -> SignInResult
}

extension BrowserSignIn {
  /// Signs a user in, from opening the browser to the tokens.
  ///
  /// - Parameters:
  ///   - scope: The scope to ask for. An empty scope isn't sent, and the server decides.
  ///   - parameters: More authorization parameters, such as a provider's own.
  ///   - userAgent: The user's browser, such as `LoopbackUserAgent`.
  /// - Throws: ``AuthorizationRequestError``, ``EndpointError``, ``CallbackError``,
  ///   `HTTPTransportError`, the user agent's own errors, `CancellationError`; from `OpenIDClient`
  ///   also `IDTokenError` and what fetching the server's keys throws.
  public func signIn(
    scope: Scope = .none, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> SignInResult {
    try await signIn(with: userAgent) { redirectURI in
      AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: parameters)
    }
  }

  /// Signs a user in with a request that asks for more: `max_age`, `prompt`, resources, another
  /// response mode, a signed or pushed request.
  ///
  /// - Parameters:
  ///   - userAgent: The user's browser.
  ///   - request: Builds the request for the redirect URI that the user agent listens on.
  /// - Throws: The errors of ``signIn(scope:parameters:with:)`` and those of `request`.
  public func signIn(
    with userAgent: some UserAgent, _ request: @Sendable (RedirectURI) throws -> AuthorizationRequest
  ) async throws -> SignInResult {
    let code = try await userAgent.authorize { redirectURI in try await begin(request(redirectURI)) }
    return try await exchange(code)
  }
}

extension OAuthClient: BrowserSignIn {}
