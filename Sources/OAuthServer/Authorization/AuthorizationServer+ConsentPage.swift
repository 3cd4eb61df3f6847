internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func consentPage(
    for request: AuthorizationRequest, _ signedIn: Visitor.SignedIn, _ visitor: Visitor
  ) throws -> HTTPAnswer {
    let page = ConsentPage(
      client: request.client.card, person: signedIn.user.name, permissions: try request.permissions,
      details: detailTexts(request.details),
      destination: Destination(request.redirectURI), issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: try hiddenFields(of: request, for: visitor))
    return try answer(
      .consent(page), status: .ok, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
  }

  /// What forms about a request post along: the request, what of it the person sees, and the token.
  func hiddenFields(of request: AuthorizationRequest, for visitor: Visitor?) throws -> [HiddenField] {
    [
      HiddenField(name: PageField.request, value: request.encoded),
      HiddenField(name: PageField.shown, value: Secret(try request.asked.parameter)),
    ] + tokenField(for: visitor)
  }

  /// At a server with sessions, the token that ties a form to the browser.
  func tokenField(for visitor: Visitor?) -> [HiddenField] {
    visitor.map { [HiddenField(name: PageField.token, value: $0.formToken.secret)] } ?? []
  }
}
