internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func signInPage(
    for request: AuthorizationRequest, username: String, _ visitor: Visitor?, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let asks = visitor == nil || request.isAskedAbout
    let page = SignInPage(
      client: request.client.card,
      permissions: asks ? try request.permissions : [],
      details: asks ? detailTexts(request.details) : [], allows: asks,
      destination: Destination(request.redirectURI),
      issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: try hiddenFields(of: request, for: visitor),
      username: username, problem: problem)
    let answer = try answer(
      .signIn(page), status: .ok, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
    return self.answer(answer, to: visitor)
  }

  /// What a person reads about authorization details (RFC 9396 §2).
  func detailTexts(_ details: ApprovalDetails) -> [AuthorizationDetailText] {
    AuthorizationDetails(types: configuration.requests.detailTypes).texts(of: details.authorizationDetails)
  }
}
