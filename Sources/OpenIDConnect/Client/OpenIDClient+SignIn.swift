public import OAuth
public import OAuthCore

extension OpenIDClient {
  /// Signs a person in with the authorization code flow and verifies who it is, from the browser to the ID token (OpenID
  /// Connect Core §3.1).
  ///
  /// - Parameters:
  ///   - scope: what to ask for; `openid` is added if it isn't there.
  ///   - parameters: more authorization parameters, such as a provider's own.
  ///   - userAgent: the person's browser, such as `LoopbackUserAgent`.
  /// - Throws: ``IDTokenError`` if there is no ID token or it isn't accepted, and then nothing of the answer is to be used;
  ///   what `OAuthClient.signIn` throws; what fetching the server's keys throws.
  public func signIn(
    scope: Scope = .none, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> SignedIn {
    try await signIn(with: userAgent) { redirectURI in
      AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: parameters)
    }
  }

  /// The same for requests that ask for more: `max_age`, `prompt`, another response mode, a signed or pushed request.
  ///
  /// - Parameters:
  ///   - userAgent: the person's browser.
  ///   - request: makes the request of this sign-in for the redirect URI that the user agent listens on; `openid` is
  ///     added to its scope if it isn't there.
  /// - Throws: what the steps throw, as above, and what `request` throws.
  public func signIn(
    with userAgent: some UserAgent, _ request: @Sendable (RedirectURI) throws -> AuthorizationRequest
  ) async throws -> SignedIn {
    let code = try await userAgent.authorize { redirectURI in
      var request = try request(redirectURI)
      if !request.scope.contains("openid") { request.scope = try Scope(["openid"] + request.scope.tokens) }
      return try await client.begin(request)
    }
    return try await redeem(code)
  }

  /// Redeems a code and verifies the ID token that comes with the access token (OpenID Connect Core §3.1.3).
  ///
  /// For apps that go their own way to the browser. The attempt's `nonce` and `max_age` are checked by themselves; the
  /// attempt must have asked for the scope `openid`.
  ///
  /// - Parameter code: out of a checked callback.
  /// - Throws: ``IDTokenError`` if there is no ID token or it isn't accepted; what `OAuthClient.redeem` throws; what
  ///   fetching the server's keys throws.
  public func redeem(_ code: consuming AuthorizationCode) async throws -> SignedIn {
    var expectations = IDTokenExpectations(
      nonce: code.nonce, maximumAge: code.maxAge, authenticationContexts: authenticationContexts)
    expectations.code = code.code
    expectations.state = code.state
    let tokens = try await client.redeem(code)
    expectations.accessToken = tokens.accessToken
    guard let compact = tokens.idToken else { throw IDTokenError.missing }
    return SignedIn(tokens: tokens, idToken: try await verified(compact, expectations))
  }

  /// Verifies an ID token by this client's policy, keys and clock.
  func verified(_ compact: Secret, _ expectations: IDTokenExpectations) async throws -> IDToken {
    try await policy.idToken(compact, signedBy: keys, expecting: expectations, now: client.clock)
  }
}

extension TokenResponse {
  /// The `id_token`, not verified; nil without one, or if it isn't a text.
  var idToken: Secret? { additionalMembers["id_token"]?.string.map(Secret.init) }
}
