internal import OAuthCore

extension AuthorizationServer {
  /// What of an approval a token request gets: the resources that it names (RFC 8707 §2.2), and the authorization details
  /// (RFC 9396 §6.1), of what was approved; all of that if it names nothing.
  /// - Throws: ``Refusal`` with `invalid_target` or `invalid_authorization_details`.
  func terms(_ request: TokenRequest, _ approval: Approval) throws(Refusal) -> TokenTerms {
    var terms = TokenTerms(approval)
    let named = try requestParser.resources(request.form, request.client)
    if !named.isEmpty {
      // Where none was approved, the client may name whatever it could have named then.
      guard approval.details.resources.isEmpty || named.allSatisfy(approval.details.resources.contains) else {
        throw Refusal(.invalidTarget, "a resource was not approved")
      }
      terms.resources = named
    }
    if let text = request.form.value("authorization_details") {
      terms.authorizationDetails = try AuthorizationDetails(types: configuration.requests.detailTypes)
        .narrowed(text, approval.details.authorizationDetails, for: request.client)
    }
    return terms
  }
}
