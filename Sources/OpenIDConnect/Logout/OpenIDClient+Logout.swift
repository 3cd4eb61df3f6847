internal import OAuth
public import OAuthCore
internal import PKCE

extension OpenIDClient {
  /// Begins a sign-out at the server, which the person's browser carries there (RP-Initiated Logout §2).
  ///
  /// It doesn't sign anybody out here: forget the tokens before or after.
  ///
  /// - Parameters:
  ///   - idToken: of the sign-in that is to end, sent as `id_token_hint`. Without it the server asks the person (§2).
  ///   - postLogoutRedirectURI: where the browser is to come back to; must be registered. Nil to let it stay there.
  ///   - parameters: more parameters, such as `logout_hint` or `ui_locales`.
  /// - Throws: ``OpenIDError/noLogoutEndpoint``; `AuthorizationRequestError.reservedParameter` for a parameter that is set
  ///   here.
  public func beginLogout(
    of idToken: IDToken?, postLogoutRedirectURI: RedirectURI? = nil, parameters: FormParameters = FormParameters()
  ) throws -> LogoutAttempt {
    guard let endpoint = client.server.endSessionEndpoint else { throw OpenIDError.noLogoutEndpoint }
    let state = postLogoutRedirectURI.map { _ in Secret(Base64URL.encode(client.random.exactly(32))) }
    var query = FormParameters()
    query.append("id_token_hint", ifPresent: idToken?.compact.reveal())
    query.append("client_id", client.id)
    query.append("post_logout_redirect_uri", ifPresent: postLogoutRedirectURI?.text)
    query.append("state", ifPresent: state?.reveal())
    for pair in parameters.pairs {
      guard !Self.logoutParameters.contains(pair.name) else {
        throw AuthorizationRequestError.reservedParameter(pair.name)
      }
      query.append(pair.name, pair.value)
    }
    return LogoutAttempt(
      url: endpoint.adding(query), postLogoutRedirectURI: postLogoutRedirectURI, state: state)
  }

  private static let logoutParameters: Set<String> = [
    "id_token_hint", "client_id", "post_logout_redirect_uri", "state", "client_secret",
  ]
}
