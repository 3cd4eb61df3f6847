internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func signInPage(
    for request: AuthorizationRequest, username: String, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = SignInPage(
      client: request.client.card,
      permissions: Permission.list(request.scope),
      destination: Destination(request.redirectURI),
      issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: [HiddenField(name: PageField.request, value: request.encoded)],
      username: username, problem: problem)
    return try answer(.signIn(page), status: .ok, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
  }
}
