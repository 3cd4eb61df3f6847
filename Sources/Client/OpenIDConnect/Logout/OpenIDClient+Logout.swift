internal import FoundationBasics
internal import OAuth
public import OAuthCore
internal import PKCE

extension OpenIDClient {
  /// Begins a sign-out at the server through the user's browser (RP-Initiated Logout §2).
  ///
  /// It doesn't sign the user out here. Discard the tokens before or afterwards.
  ///
  /// - Parameters:
  ///   - idToken: The ID token of the sign-in that ends, sent as `id_token_hint`. With `nil` the
  ///     server asks the user (§2).
  ///   - postLogoutRedirectURI: The registered address that the browser comes back to. Default:
  ///     none, so that it stays at the server.
  ///   - parameters: More parameters, such as `logout_hint` or `ui_locales`. Default: none.
  /// - Throws: ``OpenIDError/noLogoutEndpoint``; `AuthorizationRequestError.reservedParameter` for
  ///   a parameter that is set here.
  public func beginLogout(
    of idToken: IDToken?, postLogoutRedirectURI: RedirectURI? = nil, parameters: FormParameters = FormParameters()
  ) throws -> LogoutAttempt {
    try beginLogout(
      idTokenHint: idToken?.compact, postLogoutRedirectURI: postLogoutRedirectURI, parameters: parameters)
  }

  /// Begins a sign-out at the server with the stored text of an ID token.
  ///
  /// A web application whose sessions outlive the process calls it: it has the text, and the token
  /// itself may have expired, which the server ignores in a hint (RP-Initiated Logout §2).
  ///
  /// - Parameters:
  ///   - idTokenHint: The `compact` text of the ID token of the sign-in that ends. With `nil` the
  ///     server asks the user (§2).
  ///   - postLogoutRedirectURI: The registered address that the browser comes back to. Default:
  ///     none, so that it stays at the server.
  ///   - parameters: More parameters, such as `logout_hint` or `ui_locales`. Default: none.
  /// - Throws: ``OpenIDError/noLogoutEndpoint``; `AuthorizationRequestError.reservedParameter` for
  ///   a parameter that is set here.
  public func beginLogout(
    idTokenHint: Secret?, postLogoutRedirectURI: RedirectURI? = nil, parameters: FormParameters = FormParameters()
  ) throws -> LogoutAttempt {
    guard let endpoint = client.server.endSessionEndpoint else { throw OpenIDError.noLogoutEndpoint }
    let state = postLogoutRedirectURI.map { _ in Secret(Base64URL.encode(client.random.exactly(32))) }
    var query = FormParameters()
    query.append("id_token_hint", ifPresent: idTokenHint?.reveal())
    query.append("client_id", client.id)
    query.append("post_logout_redirect_uri", ifPresent: postLogoutRedirectURI?.text)
    query.append("state", ifPresent: state?.reveal())
    for pair in parameters.pairs {
      guard !Self.logoutParameters.contains(pair.name) else {
        throw AuthorizationRequestError.reservedParameter(pair.name)
      }
      query.append(pair.name, pair.value)
    }
    let url = endpoint.adding(query)
    guard let page = URL(string: url, encodingInvalidCharacters: false) else { throw OpenIDError.noLogoutEndpoint }
    return LogoutAttempt(
      url: url, pageURL: page,
      expectedCallback: ExpectedLogoutCallback(postLogoutRedirectURI: postLogoutRedirectURI, state: state),
      client: ClientIdentity(client), beganAt: client.clock.now())
  }

  private static let logoutParameters: Set<String> = [
    "id_token_hint", "client_id", "post_logout_redirect_uri", "state", "client_secret",
  ]
}
