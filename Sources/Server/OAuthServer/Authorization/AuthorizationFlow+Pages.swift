internal import HTTPTypes
internal import OAuthCore

extension AuthorizationFlow {
  /// Returns the sign-in page. It also asks for consent if the request needs consent.
  func signInPage(
    for request: CheckedAuthorizationRequest, username: String, _ visitor: Visitor?, problem: PageProblem? = nil,
    _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let asks = visitor == nil || request.showsRequestedAccess
    let page = SignInPage(
      client: request.client.card,
      permissions: asks ? try request.permissions : [],
      details: asks ? configuration.texts(of: request.details) : [], allows: asks,
      resources: asks ? request.details.resources : [], destination: Destination(request.redirectURI),
      canBeImpersonated: request.canBeOfAnotherClient,
      issuer: issuer.text,
      action: decisionPath,
      hiddenFields: try hiddenFields(of: request, for: visitor),
      username: username, problem: problem)
    let answer = try pages.answer(
      .signIn(page), to: exchange, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
    guard let sessions, let visitor else { return answer }
    return sessions.answer(answer, to: visitor)
  }

  /// Returns the page that asks a signed-in user for consent.
  func consentPage(
    for request: CheckedAuthorizationRequest, _ signedIn: Visitor.SignedIn, _ visitor: Visitor, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = ConsentPage(
      client: request.client.card, person: signedIn.user.name, permissions: try request.permissions,
      details: configuration.texts(of: request.details), resources: request.details.resources,
      destination: Destination(request.redirectURI), canBeImpersonated: request.canBeOfAnotherClient,
      issuer: issuer.text,
      action: decisionPath,
      hiddenFields: try hiddenFields(of: request, for: visitor))
    return try pages.answer(
      .consent(page), to: exchange, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
  }

  /// Returns the user name that the sign-in page is filled in with.
  func proposedName(for request: CheckedAuthorizationRequest, _ visitor: Visitor?) -> String {
    let isKnown = request.hintedUser?.means(visitor?.signedIn?.session.subject) ?? true
    return request.loginHint ?? (isKnown ? visitor?.signedIn?.user.username : nil) ?? ""
  }

  /// The path that the pages' forms are submitted to.
  var decisionPath: String { issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision }

  /// Returns the hidden fields of a form: the request, the scope that the page shows, and the CSRF
  /// token.
  private func hiddenFields(of request: CheckedAuthorizationRequest, for visitor: Visitor?) throws -> [HiddenField] {
    [
      HiddenField(name: PageField.request, value: request.encodedForm),
      HiddenField(name: PageField.shownScope, value: Secret(try request.requestedScope.parameter)),
    ] + [visitor?.tokenField].compactMap(\.self)
  }
}
