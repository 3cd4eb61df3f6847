internal import OAuthCore

/// The part of an approval that new tokens get.
struct TokenTerms: Sendable {
  /// The scope of the access token. A refresh token keeps the whole approval.
  var scope: Scope
  /// The resources that the access token is for.
  var resources: [String]
  /// The authorization details of the access token (RFC 9396).
  var authorizationDetails: [JSONValue]
  /// The `nonce` of the authorization request, for the ID token.
  var nonce: Secret?
  /// Whether a refresh token may be issued.
  var isRefreshable = true
  /// Whether the access token has to be a JWT, whatever the client is registered for.
  var isJWT = false
  /// The maximum lifetime of the access token, beside the server's own limit.
  var lifetime: Duration?

  /// Creates the terms of the whole approval.
  init(_ approval: Approval) {
    scope = approval.scope
    resources = approval.details.resources
    authorizationDetails = approval.details.authorizationDetails
  }
}

extension AuthorizationServerConfiguration {
  /// Returns the part of an approval that a token request gets.
  ///
  /// The request may name some of the approved resources (RFC 8707 §2.2) and authorization details
  /// (RFC 9396 §6.1). If it names none, it gets all that the client may still have.
  /// - Throws: ``Refusal`` with `invalid_target` or `invalid_authorization_details`.
  func terms(_ request: TokenRequest, _ approval: Approval) throws(Refusal) -> TokenTerms {
    var terms = TokenTerms(approval)
    var namedResources = try resources(request.form, request.client)
    // If no resource was approved, the client may name any that it could have named at the
    // approval.
    if !approval.details.resources.isEmpty {
      guard let approvedNames = ParsedURI.resources(namedResources, in: approval.details.resources) else {
        throw Refusal(.invalidTarget, "a resource was not approved")
      }
      namedResources = approvedNames
    }
    terms.resources =
      namedResources.isEmpty ? try present(resources: approval.details.resources, request.client) : namedResources
    terms.authorizationDetails = try details(request, approval.details.authorizationDetails)
    return terms
  }

  /// Returns the resources for which the client may still get tokens: the operator may have removed
  /// some since the approval.
  /// - Throws: `invalid_target` if none is left, because a token without a resource would be valid
  ///   for all of them.
  func present(resources: [String], _ client: RegisteredClient) throws(Refusal) -> [String] {
    let remainder = resources.filter { offered(resource: $0, to: client) != nil }
    guard resources.isEmpty || !remainder.isEmpty else {
      throw Refusal(.invalidTarget, "this client is no longer allowed any of the approved resources")
    }
    return remainder
  }

  /// Returns the approved authorization details that a token request names (RFC 9396 §6). If it
  /// names none, it gets all that the client may still have.
  /// - Throws: `invalid_authorization_details`.
  func details(_ request: TokenRequest, _ most: [JSONValue]) throws(Refusal) -> [JSONValue] {
    let details = AuthorizationDetails(types: requests.detailTypes)
    guard let text = request.parameter("authorization_details") else { return details.present(most, request.client) }
    return try details.narrowed(text, most, for: request.client)
  }
}
