internal import OAuthCore

/// What of an approval new tokens get.
struct TokenTerms: Sendable {
  /// Of the access token. A refresh token keeps all that was approved.
  var scope: Scope
  /// Whom the access token is for.
  var resources: [String]
  /// What the access token reaches beyond scopes.
  var authorizationDetails: [JSONValue]
  /// What the authorization request had, for the ID token.
  var nonce: Secret?
  /// Whether there may be a refresh token.
  var isRefreshable = true
  /// Whether the access token has to be a JWT, whatever the client is registered for.
  var isJWT = false
  /// The most that the access token may live, beside the server's own limit.
  var lifetime: Duration?

  /// All that was approved.
  init(_ approval: Approval) {
    scope = approval.scope
    resources = approval.details.resources
    authorizationDetails = approval.details.authorizationDetails
  }
}

extension AuthorizationServerConfiguration {
  /// What of an approval a token request gets: the resources that it names (RFC 8707 §2.2), and the authorization details
  /// (RFC 9396 §6.1), of what was approved; if it names nothing, all of that which the client may still have.
  /// - Throws: ``Refusal`` with `invalid_target` or `invalid_authorization_details`.
  func terms(_ request: TokenRequest, _ approval: Approval) throws(Refusal) -> TokenTerms {
    var terms = TokenTerms(approval)
    let named = try resources(request.form, request.client)
    // Where none was approved, the client may name whatever it could have named then.
    guard approval.details.resources.isEmpty || named.allSatisfy(approval.details.resources.contains) else {
      throw Refusal(.invalidTarget, "a resource was not approved")
    }
    terms.resources = named.isEmpty ? try present(resources: approval.details.resources, request.client) : named
    terms.authorizationDetails = try details(request, approval.details.authorizationDetails)
    return terms
  }

  /// The resources that the client can still have tokens for: an operator can have taken some away since.
  /// - Throws: `invalid_target` if none is left: a token that names none is one for all of them.
  func present(resources: [String], _ client: RegisteredClient) throws(Refusal) -> [String] {
    let left = resources.filter { offers(resource: $0, to: client) }
    guard resources.isEmpty || !left.isEmpty else {
      throw Refusal(.invalidTarget, "this client can have tokens for none of the resources any more")
    }
    return left
  }

  /// The authorization details that a token request names of those that it may have (RFC 9396 §6); if it names none, those that the
  /// client can still have.
  /// - Throws: `invalid_authorization_details`.
  func details(_ request: TokenRequest, _ most: [JSONValue]) throws(Refusal) -> [JSONValue] {
    let details = AuthorizationDetails(types: requests.detailTypes)
    guard let text = request.form.value("authorization_details") else { return details.present(most, request.client) }
    return try details.narrowed(text, most, for: request.client)
  }
}
