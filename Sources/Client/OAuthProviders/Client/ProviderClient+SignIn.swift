internal import Logging
public import OAuth
public import OAuthCore
internal import OpenIDConnect
internal import PKCE

extension ProviderClient {
  /// Signs a user in with a browser and returns verified tokens (RFC 6749 §4.1, RFC 7636).
  ///
  /// If the provider issues ID tokens, the sign-in follows OpenID Connect Core §3.1. The tokens
  /// aren't stored; ``SignInService`` stores them.
  ///
  /// - Parameters:
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - parameters: Additional authorization parameters. They replace the provider's own
  ///     parameters of the same name. Default: none.
  ///   - userAgent: The user's browser, such as `LoopbackUserAgent`.
  /// - Returns: The tokens, and the verified ID token if one was requested.
  /// - Throws: ``ProviderError`` before a browser opens, if the client ID, the client secret or the
  ///   redirect URI can't be right; the errors of `OAuthClient.signIn`, `OpenIDClient.signIn` and
  ///   discovery.
  public func signIn(
    scope: Scope? = nil, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> ProviderSignIn {
    // Checked first: a client that can't sign in shouldn't open a port.
    try check()
    do {
      let code = try await userAgent.authorize { redirectURI in
        try await begin(redirectURI: redirectURI, scope: scope, parameters: parameters)
      }
      return try await exchange(code)
    } catch {
      // Only the type of an unknown error: its description may contain parts of the request.
      let cause = (error as? any ExplainedError)?.explanation ?? "\(type(of: error))"
      logger.info("sign-in at \(provider.name) stopped", metadata: ["cause": "\(cause)"])
      throw error
    }
  }

  /// Begins a sign-in in which your program moves the user to the browser and back, as a web
  /// application does.
  ///
  /// - Parameters:
  ///   - redirectURI: The address that the provider redirects the browser to.
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - parameters: Additional authorization parameters. They replace the provider's own
  ///     parameters of the same name. Default: none.
  /// - Returns: The attempt. Open its address in the browser, and pass the callback to it. Bind the
  ///   attempt to the browser that began it: accepting a callback from another browser signs the
  ///   wrong user in (RFC 6749 §10.12).
  /// - Throws: ``ProviderError``; the errors of `OAuthClient.begin` and of discovery.
  public func begin(
    redirectURI: RedirectURI, scope: Scope? = nil, parameters: FormParameters = FormParameters()
  ) async throws -> AuthorizationAttempt {
    try check()
    var request = AuthorizationRequest(
      redirectURI: redirectURI, scope: scope ?? provider.scope, parameters: parameters)
    try provider.configure(&request, clientID: id)
    return try await oauthClient().begin(request)
  }

  /// Restores a sign-in from the text of `AuthorizationAttempt.sealed(by:)`, which may come from
  /// another process.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text, from the browser that began the sign-in. It may come from an
  ///     attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Returns: The attempt. Pass the callback to it, and the code to ``exchange(_:)``.
  /// - Throws: The errors of `OAuthClient.restoreAttempt(_:from:)`, ``oauthClient()`` and discovery.
  public func restoreAttempt(_ sealedText: Secret, from sealer: AttemptSealer) async throws -> RestoredAttempt {
    try await oauthClient().restoreAttempt(sealedText, from: sealer)
  }

  /// Exchanges the authorization code of a sign-in that ``begin(redirectURI:scope:parameters:)``
  /// began, and verifies the ID token if one was requested.
  ///
  /// - Parameter code: The code that the attempt accepted. It can be redeemed once.
  /// - Returns: The tokens, and the verified ID token if one was requested.
  /// - Throws: The errors of `OAuthClient.exchange`, `OpenIDClient.exchange` and discovery.
  public func exchange(_ code: consuming AuthorizationCode) async throws -> ProviderSignIn {
    let client = try await oauthClient()
    // The request has a nonce exactly if its scope contains openid.
    if code.nonce != nil, let openID = try openIDClient(client) {
      let signedIn = try await openID.exchange(code)
      return ProviderSignIn(tokens: signedIn.tokens, idToken: signedIn.idToken)
    }
    return ProviderSignIn(tokens: try await client.exchange(code), idToken: nil)
  }
}
