public import OAuth
public import OAuthCore
internal import OpenIDConnect
internal import PKCE

extension ProviderClient {
  /// Signs a person in, from the browser to verified tokens (RFC 6749 §4.1, RFC 7636; OpenID Connect Core §3.1 where the provider
  /// has ID tokens).
  ///
  /// Nothing is kept: see ``SignInService``, which does.
  /// - Parameters:
  ///   - scope: what to ask for; `nil` for the provider's usual.
  ///   - parameters: more authorization parameters; they replace the provider's own of the same name.
  ///   - userAgent: the person's browser, such as `LoopbackUserAgent`.
  /// - Throws: ``ProviderError`` if client id, secret or redirect URI can't be right, before a browser opens; what
  ///   `OAuthClient.signIn` and `OpenIDClient.signIn` throw; what discovery throws.
  public func signIn(
    scope: Scope? = nil, parameters: FormParameters = FormParameters(), with userAgent: some UserAgent
  ) async throws -> ProviderSignIn {
    // Before anything listens: a client that can't sign in shouldn't open a port for it.
    try checkRegistration()
    let code = try await userAgent.authorize { redirectURI in
      try await begin(redirectURI: redirectURI, scope: scope, parameters: parameters)
    }
    return try await redeem(code)
  }

  /// Begins a sign-in, for who brings the person to the browser and back by other means: a web application, above all.
  ///
  /// - Parameters:
  ///   - redirectURI: where the browser comes back to.
  ///   - scope: what to ask for; `nil` for the provider's usual.
  ///   - parameters: more authorization parameters; they replace the provider's own of the same name.
  /// - Returns: the attempt, whose address is to be opened and which takes the answer. Keep it for the browser that began it, and for
  ///   no other.
  /// - Throws: ``ProviderError``; what `OAuthClient.begin` and discovery throw.
  public func begin(
    redirectURI: RedirectURI, scope: Scope? = nil, parameters: FormParameters = FormParameters()
  ) async throws -> AuthorizationAttempt {
    try checkRegistration()
    try provider.redirects.check(redirectURI, clientID: id, provider: provider.name)
    let client = try await oauthClient()
    let scope = scope ?? provider.scope
    var all = parameters
    for pair in provider.parameters.pairs where !parameters.pairs.contains(where: { $0.name == pair.name }) {
      all.append(pair.name, pair.value)
    }
    var request = AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: all)
    if provider.quirks.contains(.slackAnswers) {
      request.scope = .none
      request.parameters.append("user_scope", scope.tokens.joined(separator: ","))
    }
    if provider.quirks.contains(.formPost), !scope.isEmpty { request.responseMode = .formPost }
    return try await client.begin(request)
  }

  /// Redeems the code of a sign-in that was begun with ``begin(redirectURI:scope:parameters:)``, and verifies the ID token if one was
  /// asked for.
  ///
  /// - Parameter code: what the attempt gave.
  /// - Throws: what `OAuthClient.redeem` and `OpenIDClient.redeem` throw; what discovery throws.
  public func redeem(_ code: consuming AuthorizationCode) async throws -> ProviderSignIn {
    let client = try await oauthClient()
    // There is a nonce if, and only if, the scope was openid.
    if code.nonce != nil, let openID = try openIDClient(client) {
      let signedIn = try await openID.redeem(code)
      return ProviderSignIn(tokens: signedIn.tokens, idToken: signedIn.idToken)
    }
    return ProviderSignIn(tokens: try await client.redeem(code), idToken: nil)
  }
}
