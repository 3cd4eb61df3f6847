internal import FoundationBasics
internal import JOSE
internal import Logging
internal import OAuthCore

/// Identity assertions (ID-JAG) for other authorization servers
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3).
extension TokenExchangeGrant {
  /// The lifetime of an assertion in seconds. The client redeems it at once, and only once.
  private static let assertionLifetime: Int64 = 300

  /// Whether any client gets identity assertions.
  var issuesIdentityAssertions: Bool {
    !configuration.tokenRules.identityAssertions.isEmpty && configuration.idTokenKeys != nil
  }

  /// The announcement of identity assertions (§7.1).
  var metadata: [String: JSONValue] {
    guard issuesIdentityAssertions else { return [:] }
    return ["identity_chaining_requested_token_types_supported": [.string(IdentityAssertion.tokenType)]]
  }

  /// Issues an identity assertion for an ID token or a refresh token of the client.
  ///
  /// The client is confidential (§8.1). The database doesn't keep the assertion.
  func identityAssertion(_ request: TokenRequest) async throws -> TokenAnswer {
    let client = request.client
    let permission = try permission(request)
    let scope = try scope(request, permission)
    let resources = try resources(request, permission)
    let (user, details) = try await signedIn(request)
    let key = try signingKey(for: nil, of: client)
    let now = clock.now()
    var claims: [String: JSONValue] = [
      "iss": .string(issuer.text), "sub": .string(user.subject.rawValue), "aud": .string(permission.audience),
      "client_id": .string(permission.clientIDAtAudience), "jti": .string(request.secrets.identifier()),
      "iat": now.numericDate, "exp": now.addingTimeInterval(Double(Self.assertionLifetime)).numericDate,
      "scope": .string(scope.parameter),
    ]
    if !resources.isEmpty {
      claims["resource"] =
        resources.count == 1 ? .string(resources[0]) : .array(resources.map { .string($0) })
    }
    claims["aud_tenant"] = permission.audienceTenant.map { .string($0) }
    claims["auth_time"] = details.authenticationTime.map(\.numericDate)
    claims["acr"] = details.authenticationContext.map { .string($0) }
    if !details.authenticationMethods.isEmpty {
      claims["amr"] = .array(details.authenticationMethods.map { .string($0) })
    }
    // The other server accepts the assertion only with the key that the client proved here (RFC 7800 §3).
    claims["cnf"] = request.confirmation?.claim
    let assertion = try key.sign(claims, type: IdentityAssertion.type)
    logger.info(
      "An identity assertion was issued",
      metadata: ["client_id": "\(client.id)", "audience": "\(permission.audience)"])
    return TokenAnswer(
      members: [
        "access_token": .string(assertion.reveal()), "issued_token_type": .string(IdentityAssertion.tokenType),
        // RFC 8693 §2.2.1: an assertion is no access token.
        "token_type": "N_A", "expires_in": .integer(Self.assertionLifetime), "scope": .string(scope.parameter),
      ], owner: (user.subject, nil), detail: "identity assertion for \(permission.audience)")
  }

  /// Returns the client's permission for the server that the request names.
  private func permission(_ request: TokenRequest) throws(Refusal) -> IdentityAssertionPermission {
    let client = request.client
    // Another server knows the user by the public subject, which this client must not learn (OpenID
    // Connect Core §8.1).
    guard client.settings.subjectType == .public else {
      throw Refusal(.unauthorizedClient, "a client with pairwise subjects gets no identity assertions")
    }
    for name in ["actor_token", "actor_token_type", "authorization_details"] where request.parameter(name) != nil {
      throw Refusal(.invalidRequest, "\(name) is not for identity assertions")
    }
    let audiences = request.values(of: "audience")
    guard audiences.count == 1, let audience = audiences.first else {
      throw Refusal(.invalidRequest, "audience must be the issuer of one authorization server")
    }
    // §8.3: a server that accepts its own assertions would widen its own tokens.
    let permission = configuration.tokenRules.identityAssertions.first {
      $0.clientID.utf8.elementsEqual(client.id.utf8) && $0.audience.utf8.elementsEqual(audience.utf8)
    }
    guard let permission, permission.audience != issuer.text else {
      throw Refusal(.invalidTarget, "this client may not get identity assertions for the audience")
    }
    return permission
  }

  /// Returns the scope that the request names, or else all that the permission allows.
  private func scope(
    _ request: TokenRequest, _ permission: IdentityAssertionPermission
  ) throws(Refusal) -> Scope {
    var requestedScope = permission.scope
    if let text = request.parameter("scope") {
      guard let namedPart = try? Scope(parameter: text) else {
        throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
      }
      requestedScope = namedPart
    }
    // An assertion without a scope would leave the scope to the other server (§4.4.1).
    guard !requestedScope.isEmpty, requestedScope.isSubset(of: permission.scope) else {
      throw Refusal(.invalidScope, "scope has a token that this client may not ask of the audience")
    }
    return requestedScope
  }

  /// Returns the resources that the request names, or else all that the permission allows.
  private func resources(
    _ request: TokenRequest, _ permission: IdentityAssertionPermission
  ) throws(Refusal) -> [String] {
    let namedPart = request.values(of: "resource")
    guard let names = ParsedURI.resources(namedPart, in: permission.resources) else {
      throw Refusal(.invalidTarget, "this client may not get identity assertions for a resource")
    }
    return names.isEmpty ? permission.resources : names
  }

  /// Returns the user of the request's ID token or refresh token, and the facts of the sign-in.
  private func signedIn(_ request: TokenRequest) async throws -> (User, ApprovalDetails) {
    switch (request.parameter("subject_token").map(Secret.init), request.parameter("subject_token_type")) {
    case (let text?, Self.idTokenType?):
      let token = try await verifiedIDToken(text, "subject_token", request)
      var details = ApprovalDetails(authenticationTime: token.authenticationTime)
      details.authenticationContext = token.authenticationContext
      details.authenticationMethods = token.authenticationMethods
      return (token.user, details)
    case (let text?, Self.refreshTokenType?): return try await refreshable(text, request)
    default:
      throw Refusal(
        .invalidRequest,
        "subject_token and subject_token_type are needed, and must be of an ID token or a refresh token")
    }
  }

  /// Returns the user of a refresh token of the client. The token has to pass the checks of a refresh,
  /// and isn't spent (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3.3).
  private func refreshable(_ token: Secret, _ request: TokenRequest) async throws -> (User, ApprovalDetails) {
    let client = request.client
    // Without openid, the client must not learn who the user is.
    guard let record = try await tokens.token(SecretHash(ofToken: token)), record.kind == .refresh,
      record.spentAt == nil, record.clientID == client.id, clock.now() < record.expires,
      record.scope.contains("openid"), let user = try await users.user(record.subject), user.mayUse(client)
    else { throw Self.unusable("subject_token") }
    try request.checkKey(record.details.confirmation, exactly: false)
    return (user, record.details)
  }
}
