internal import FoundationBasics
internal import Logging
internal import OAuthCore

/// Token exchange (RFC 8693): exchanges a token of this server for an access token with fewer
/// rights or for another resource.
///
/// The new token has no right that the old one lacks, doesn't outlive it, and ends with the grant
/// that the old one came from. There is no refresh token. A client that exchanges another client's
/// token is named in `act`, and its new token is for the resources of the old one, or for those that
/// an operator listed.
///
/// A client with an ``IdentityAssertionPermission`` gets an ``IdentityAssertion`` for another server.
struct TokenExchangeGrant: AnnouncedGrant, ServerPart {
  let core: ServerCore
  let tokens: any TokenOperations
  let clients: any ClientStore
  let users: any UserDirectory
  let sessions: any SessionOperations

  let type = GrantType.tokenExchange
  let parameters = [
    "subject_token", "subject_token_type", "actor_token", "actor_token_type", "requested_token_type",
    "authorization_details",
  ]

  static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
  static let jwtType = "urn:ietf:params:oauth:token-type:jwt"
  static let refreshTokenType = "urn:ietf:params:oauth:token-type:refresh_token"
  static let idTokenType = "urn:ietf:params:oauth:token-type:id_token"

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard client.kind != .public else {
      throw Refusal(.unauthorizedClient, "public clients have no credentials, and cannot exchange tokens")
    }
    let requestedType = request.parameter("requested_token_type") ?? Self.accessTokenType
    if requestedType == IdentityAssertion.tokenType, issuesIdentityAssertions {
      return try await identityAssertion(request)
    }
    guard [Self.accessTokenType, Self.jwtType].contains(requestedType) else {
      throw Refusal(.invalidRequest, "requested_token_type must be that of an access token or a JWT")
    }
    guard requestedType != Self.jwtType || configuration.signingKey(for: nil, of: client) != nil else {
      throw Refusal(.invalidRequest, "this server has no key to sign a JWT for this client")
    }
    guard let subject = try await token("subject_token", request) else {
      throw Refusal(.invalidRequest, "subject_token and subject_token_type are needed")
    }
    let actor = try await token("actor_token", request)
    let now = clock.now()
    var details = subject.details
    if let holder = subject.holder {
      details.subjectType = details.subjectType ?? holder.settings.subjectType
      // §4.1: the party that acts is visible to each resource, even if it sends no actor token.
      if actor == nil {
        var members: [String: JSONValue] = ["sub": .string(client.id)]
        members["act"] = details.actor
        details.actor = .object(members)
      }
    }
    if let actor {
      details.actor = try actor.actor(after: subject.details.actor, named: configuration, to: client)
    }
    details.session = nil
    guard details.isShallowEnough else { throw Refusal(.invalidRequest, "subject_token has too many actors") }
    let approval = Approval(
      grant: subject.grant ?? request.secrets.grantID(), subject: subject.subject,
      scope: try narrowed(subject, request), details: details)
    var terms = TokenTerms(approval)
    // Both parameters name the targets of the new token, and both may be repeated (§2.1).
    var targets = FormParameters()
    for name in request.values(of: "resource") + request.values(of: "audience") { targets.append("resource", name) }
    var namedResources = try configuration.resources(targets, client)
    // The client that the token was issued to gets only the approved resources (RFC 8707 §2.2). A
    // resource that received the token gets those of the token, and those that its operator listed.
    // A token that such an exchange issued has the same limits, or a second exchange would end them.
    let approvedResources = subject.details.resources
    let isReceived = details.subjectType != nil
    let allowedResources = isReceived ? approvedResources + client.settings.exchangeTargets : approvedResources
    if !approvedResources.isEmpty || isReceived {
      guard let allowedNames = ParsedURI.resources(namedResources, in: allowedResources) else {
        throw Refusal(.invalidTarget, "a resource was not approved, or is not a target of this client's exchanges")
      }
      namedResources = allowedNames
    }
    terms.resources =
      namedResources.isEmpty ? try configuration.present(resources: approvedResources, client) : namedResources
    terms.authorizationDetails = try configuration.details(request, subject.details.authorizationDetails)
    terms.isRefreshable = false
    terms.isJWT = requestedType == Self.jwtType
    terms.lifetime = .seconds(Int64(subject.expires.timeIntervalSince(now)))
    var newTokens = try await tokenIssuer.makeTokens(for: approval, to: request, terms, now: now)
    guard try await tokens.save(newTokens.records) else { throw Self.unusable("subject_token") }
    newTokens.answer.add("issued_token_type", .string(requestedType))
    logger.info(
      "A token was exchanged", metadata: ["client_id": "\(client.id)", "grant": "\(approval.grant)"])
    return newTokens.answer
  }

  /// Returns the refusal of a token. Any fault of a token is `invalid_request` (RFC 8693 §2.2.2).
  static func unusable(_ parameter: String) -> Refusal {
    Refusal(.invalidRequest, "\(parameter) is not valid, or this client may not exchange it")
  }

  /// Returns the requested scope, or the maximum if none is requested.
  private func narrowed(_ subject: ExchangeableToken, _ request: TokenRequest) throws(Refusal) -> Scope {
    // An ID token informs a client about a sign-in to itself, and no user signed in here.
    let most = subject.scope.tokens.filter { request.client.scope.contains($0) && $0 != "openid" }
    do {
      guard let text = request.parameter("scope") else { return try Scope(most) }
      let requestedScope = try Scope(parameter: text)
      if try requestedScope.isSubset(of: Scope(most)) { return requestedScope }
    } catch {
      throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
    }
    throw Refusal(.invalidScope, "scope has a token that the subject_token or this client does not have")
  }
}
