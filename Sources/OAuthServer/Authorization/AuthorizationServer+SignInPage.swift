internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func signInPage(
    for request: AuthorizationRequest, username: String, problem: PageProblem? = nil,
    status: HTTPResponse.Status = .ok
  ) throws -> HTTPAnswer {
    let page = SignInPage(
      client: request.client.card,
      permissions: Permission.list(request.scope), details: detailTexts(request.details),
      destination: Destination(request.redirectURI),
      issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: [HiddenField(name: PageField.request, value: request.encoded)],
      username: username, problem: problem)
    return try answer(.signIn(page), status: status, answeredAt: request.redirectURI, uiLocales: request.uiLocales)
  }

  /// What a person reads about authorization details (RFC 9396 §2).
  func detailTexts(_ details: ApprovalDetails) -> [AuthorizationDetailText] {
    AuthorizationDetails(types: configuration.requests.detailTypes).explanations(of: details.authorizationDetails)
      .map { AuthorizationDetailText(type: $0.type, text: $0.text) }
  }
}
