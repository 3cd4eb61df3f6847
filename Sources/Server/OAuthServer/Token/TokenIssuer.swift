internal import FoundationBasics
internal import JOSE
public import OAuthCore

/// Issues tokens. Every grant issues its tokens through it.
public struct TokenIssuer: ServerPart {
  let core: ServerCore
  let users: any UserDirectory
  let tokens: any TokenOperations
  let encryption: ClientEncryption

  /// Issues tokens for a user, and stores them. An application's own ``TokenGrant`` calls it.
  ///
  /// The tokens are bound to the key that the request proved. There is an ID token if the scope has
  /// `openid`.
  /// - Parameters:
  ///   - request: The request that is answered.
  ///   - subject: The user that the tokens are about.
  ///   - scope: The scope of the tokens: a part of what ``scope(of:)`` returns.
  ///   - isRefreshable: Whether to issue a refresh token, if the client may use them. Default: no.
  /// - Returns: The answer to the token request.
  /// - Throws: ``Refusal`` with `invalid_grant` if the user is unknown or in none of the
  ///   client's groups (``ClientSettings/allowedGroups``), and with `invalid_target` or
  ///   `invalid_authorization_details` if the request names a resource or details that the client
  ///   may not have; the errors of the database.
  public func issue(
    to request: TokenRequest, for subject: Subject, scope: Scope, isRefreshable: Bool = false
  ) async throws -> TokenAnswer {
    guard let user = try await users.user(subject) else { throw Refusal.invalidGrant("the user is unknown") }
    guard user.mayUse(request.client) else { throw Refusal.outsideGroups }
    let approval = Approval(
      grant: request.secrets.grantID(), subject: subject, scope: scope, details: try approvedDetails(of: request))
    var terms = try configuration.terms(request, approval)
    terms.isRefreshable = isRefreshable
    let newTokens = try await makeTokens(for: approval, to: request, terms, now: clock.now())
    _ = try await tokens.save(newTokens.records)
    return newTokens.answer
  }

  /// Checks the scope, resources and authorization details that a request asks for, and returns the
  /// scope, limited to what the server and the client know (RFC 6749 §3.3).
  ///
  /// Call it before you spend what the request presents: a client can then correct the request and
  /// repeat it.
  /// - Parameter request: The request that is answered.
  /// - Throws: ``Refusal`` with `invalid_scope` if no scope is left, and with `invalid_target` or
  ///   `invalid_authorization_details` if the client may not have the resources or details.
  public func scope(of request: TokenRequest) throws -> Scope {
    _ = try configuration.resources(request.form, request.client)
    _ = try approvedDetails(of: request)
    return try configuration.scope(request.form, request.client)
  }

  private func approvedDetails(of request: TokenRequest) throws -> ApprovalDetails {
    var details = ApprovalDetails()
    details.authorizationDetails = try configuration.authorizationDetails(request.form, request.client)
    guard details.isShallowEnough else {
      throw Refusal(.invalidAuthorizationDetails, "authorization_details is nested too deeply")
    }
    return details
  }

  /// Generates tokens for an approval, with an ID token if the scope has `openid` (OpenID Connect
  /// Core §3.1.3.3).
  ///
  /// Every grant generates its tokens here. Tokens are generated and signed before anything is
  /// stored or spent, so that a failure has no effect.
  /// - Parameters:
  ///   - approval: The approval; a refresh token keeps all of it (RFC 6749 §6).
  ///   - request: The request, whose client gets the tokens, bound to the request's key.
  ///   - terms: The part of the approval that the access token gets. A refresh whose scope leaves
  ///     out `openid` gets no ID token. Default: all of the approval.
  ///   - now: The current time.
  func makeTokens(
    for approval: Approval, to request: TokenRequest, _ terms: TokenTerms? = nil, now: Date
  ) async throws -> NewTokens {
    let terms = terms ?? TokenTerms(approval)
    let client = request.client
    let lifetime = min(configuration.lifetimes.accessToken, terms.lifetime ?? .seconds(Int64.max / 4))
    func record(_ secret: Secret, _ kind: IssuedToken.Kind, _ scope: Scope, _ lifetime: Duration) -> IssuedToken {
      var details = approval.details
      details.confirmation = request.confirmation
      if kind == .access {
        details.resources = terms.resources
        details.authorizationDetails = terms.authorizationDetails
      }
      return IssuedToken(
        hash: SecretHash(ofToken: secret), kind: kind, grant: approval.grant, clientID: client.id,
        subject: approval.subject, scope: scope, expires: now + lifetime, details: details)
    }
    let access = try makeAccessToken(for: approval, to: request, terms, issuedAt: now, expires: now + lifetime)
    var newTokens = NewTokens(
      records: [record(access, .access, terms.scope, lifetime)],
      answer: TokenAnswer(
        members: [
          "access_token": .string(access.reveal()), "token_type": .string(request.tokenType.rawValue),
          "expires_in": .integer(lifetime.components.seconds),
        ], owner: (approval.subject, approval.grant)))
    // An empty scope can't be written (RFC 6749 §3.3). It is only granted to clients that requested
    // none.
    if !terms.scope.isEmpty { newTokens.answer.members["scope"] = .string(terms.scope.parameter) }
    // The answer repeats the granted details (RFC 9396 §7).
    if !terms.authorizationDetails.isEmpty {
      newTokens.answer.members["authorization_details"] = .array(terms.authorizationDetails)
    }
    if terms.isRefreshable, client.grants.contains(.refreshToken) {
      let refresh = request.secrets.datedSecret(now)
      newTokens.records.append(record(refresh, .refresh, approval.scope, configuration.lifetimes.refreshToken))
      newTokens.answer.members["refresh_token"] = .string(refresh.reveal())
      newTokens.answer.setRefreshTokenEnd(now + configuration.lifetimes.refreshToken, now: now, of: client)
    }
    newTokens.answer.members["id_token"] = try await makeIDToken(for: approval, client, terms, access, now: now)
      .map { .string($0.reveal()) }
    return newTokens
  }

  /// Generates an access token: opaque, or a JWT if the client is registered for that (RFC 9068).
  private func makeAccessToken(
    for approval: Approval, to request: TokenRequest, _ terms: TokenTerms, issuedAt: Date, expires: Date
  ) throws -> Secret {
    guard terms.isJWT || request.client.settings.accessTokenFormat == .jwt else {
      return request.secrets.datedSecret(issuedAt)
    }
    let key = try signingKey(for: nil, of: request.client)
    var details = approval.details
    details.confirmation = request.confirmation
    details.authorizationDetails = terms.authorizationDetails
    details.resources =
      terms.resources.isEmpty ? [configuration.tokenRules.defaultAudience ?? issuer.text] : terms.resources
    let content = AccessTokenContent(
      issuer: issuer,
      subject: try approval.details.subject(approval.subject, for: request.client, named: configuration),
      clientID: request.client.id,
      scope: terms.scope, issuedAt: issuedAt,
      expires: expires, id: request.secrets.identifier(), details: details)
    return try key.sign(content.claims, type: "at+jwt")
  }

  private func makeIDToken(
    for approval: Approval, _ client: RegisteredClient, _ terms: TokenTerms, _ accessToken: Secret, now: Date
  ) async throws -> Secret? {
    guard terms.scope.contains("openid"), configuration.idTokenKeys != nil else { return nil }
    let key = try signingKey(for: client.settings.idTokenAlgorithm, of: client)
    let grantedClaims = terms.scope.tokens.flatMap(User.claimNames(of:))
    let requestedClaims =
      approval.details.claimNames(in: .idToken, for: client, configuration)
      + client.settings.claimsInIDToken.filter(grantedClaims.contains)
    let user = requestedClaims.isEmpty ? nil : try await users.user(approval.subject)
    let content = IDTokenContent(
      issuer: issuer, subject: try approval.details.subject(approval.subject, for: client, named: configuration),
      clientID: client.id, issuedAt: now,
      expires: now + configuration.lifetimes.idToken, details: approval.details, nonce: terms.nonce,
      accessToken: accessToken, userClaims: user?.claims(named: requestedClaims) ?? [:])
    let token = try key.sign(content.claims(for: key.algorithm))
    guard let registeredEncryption = client.settings.idTokenEncryption else { return token }
    do {
      return try await encryption.encrypt(token, for: client, registeredEncryption, isJWT: true)
    } catch is ClientEncryptionError {
      throw Refusal(.invalidRequest, ClientEncryptionError.description)
    }
  }
}
