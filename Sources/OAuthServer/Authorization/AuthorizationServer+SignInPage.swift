internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func signInPage(
    for request: AuthorizationRequest, username: String, _ visitor: Visitor?, problem: PageProblem? = nil,
    status: HTTPResponse.Status = .ok
  ) throws -> HTTPAnswer {
    let asks = visitor == nil || !request.client.settings.needsNoConsent
    let page = SignInPage(
      client: request.client.card,
      permissions: asks ? Permission.list(request.scope) : [], allows: asks,
      destination: Destination(request.redirectURI),
      issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: request.hiddenFields(for: visitor),
      username: username, problem: problem)
    let answer = try answer(
      .signIn(page), status: status, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
    return self.answer(answer, to: visitor)
  }
}
