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
      hiddenFields: request.hiddenFields(for: visitor))
    return try answer(
      .consent(page), status: .ok, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
  }
}

extension AuthorizationRequest {
  /// What the forms post along: the request, and at a server with sessions a token that ties the form to the browser.
  func hiddenFields(for visitor: Visitor?) -> [HiddenField] {
    [HiddenField(name: PageField.request, value: encoded)]
      + (visitor.map { [HiddenField(name: PageField.token, value: $0.formToken.secret)] } ?? [])
  }
}
