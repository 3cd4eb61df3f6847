internal import FoundationBasics
internal import JOSE
internal import Logging
internal import OAuthCore

/// The JWT bearer grant: a trusted issuer's signed statement about a user (RFC 7523 §2.1, §3, RFC
/// 7521 §4.1).
///
/// It issues no refresh token. The client gets a new assertion from the issuer instead. An
/// assertion whose `typ` is that of an ``IdentityAssertion`` has further rules.
struct JWTBearerGrant: AnnouncedGrant, ServerPart {
  let core: ServerCore
  let users: any UserDirectory
  let usedTokenIDs: any UsedTokenIDOperations

  let type = GrantType.jwtBearer
  let parameters = ["assertion"]
  var isOffered: Bool { !configuration.tokenRules.trustedIssuers.isEmpty }
  var metadata: [String: JSONValue] { ["authorization_grant_profiles_supported": [.string(IdentityAssertion.profile)]] }

  /// The maximum length of an assertion, in bytes.
  private static let maximumAssertionBytes = 16_384

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    guard let text = request.parameter("assertion") else {
      throw Refusal(.invalidRequest, "assertion is missing")
    }
    let (trustedIssuer, claims, isIdentityAssertion) = try await verified(text)
    let (subject, ends): (Subject, Date)
    var identityAssertion: IdentityAssertion?
    do {
      (subject, ends) = try await checked(
        claims, of: trustedIssuer, for: request.client, isIdentityAssertion: isIdentityAssertion)
      if isIdentityAssertion { identityAssertion = try IdentityAssertion(claims, for: request, at: issuer) }
    } catch let error as JWTClaimsError {
      throw Refusal.invalidGrant(AssertionRules.description(error))
    }
    var details = ApprovalDetails()
    details.resources = identityAssertion?.resources ?? []
    let approval = Approval(
      grant: request.secrets.grantID(), subject: subject,
      scope: try identityAssertion.map { try scope(request, trustedIssuer, $0) } ?? scope(request, trustedIssuer),
      details: details)
    var terms = try configuration.terms(request, approval)
    terms.isRefreshable = false
    // The assertion is marked as used last, so a client can correct a mistake in its request and
    // send the assertion again.
    try await spend(claims, of: trustedIssuer, until: ends, request.key)
    let newTokens = try await tokenIssuer.makeTokens(for: approval, to: request, terms, now: clock.now())
    _ = try await tokenIssuer.tokens.save(newTokens.records)
    logger.info(
      "A token was issued for an issuer's assertion",
      metadata: ["client_id": "\(request.client.id)", "issuer": "\(trustedIssuer.issuer)"])
    return newTokens.answer
  }

  /// Returns the issuer, the claims, and whether the assertion is an ``IdentityAssertion``.
  private func verified(_ text: String) async throws -> (TrustedIssuer, JWTClaims, Bool) {
    do {
      let signature = try JSONWebSignature(compact: text, maximumBytes: Self.maximumAssertionBytes)
      let claimedIssuer = (try? JSONValue(bytes: signature.unverifiedPayload))?.object?["iss"]?.string
      guard let trustedIssuer = configuration.tokenRules.trustedIssuers.first(where: { $0.issuer == claimedIssuer })
      else {
        throw Refusal.invalidGrant("this server does not trust the issuer of the assertion")
      }
      // An access token or an ID token of that issuer is no assertion (RFC 8725 §3.11).
      let type = signature.header.shortType
      guard [nil, "jwt", "authorization-grant+jwt", IdentityAssertion.type].contains(type) else {
        throw Refusal.invalidGrant("the typ of the assertion is that of another type of JWT")
      }
      return (
        trustedIssuer,
        try JWTClaims(try await trustedIssuer.keys.verified(signature, allowing: trustedIssuer.algorithms, type: .any)),
        type == IdentityAssertion.type
      )
    } catch let error as JOSEError {
      throw Refusal.invalidGrant(AssertionRules.description(error))
    }
  }

  /// Checks the claims of an assertion (RFC 7523 §3).
  /// - Returns: The user, and the time after which the assertion is certainly expired.
  private func checked(
    _ claims: JWTClaims, of trustedIssuer: TrustedIssuer, for client: RegisteredClient, isIdentityAssertion: Bool
  ) async throws -> (Subject, Date) {
    try claims.checkIssuer(trustedIssuer.issuer)
    // The same subject of another tenant is another user (draft-ietf-oauth-identity-assertion-authz-grant-03 §6.3).
    if isIdentityAssertion || trustedIssuer.tenant != nil {
      guard try claims.text("tenant") == trustedIssuer.tenant else {
        throw Refusal.invalidGrant("the tenant of the assertion is not the trusted one")
      }
    }
    // Only the issuer or the token endpoint: an assertion that another server accepts too could be
    // replayed here.
    let names: Set<String> = [issuer.text, configuration.tokenEndpoint.text]
    guard names.isSuperset(of: try claims.audience()) else { throw JWTClaimsError.wrongAudience }
    let ends = try AssertionRules.checkTimes(claims, now: clock.now())
    // An issuer that knows this server's own name of the user sends it as `aud_sub` (§3.1).
    let name = try claims.requiredText("sub")
    let subject = Subject(rawValue: try (isIdentityAssertion ? claims.text("aud_sub") : nil) ?? name)
    guard let user = try await users.user(subject) else {
      throw Refusal.invalidGrant("the sub of the assertion is not a user of this server")
    }
    guard user.mayUse(client) else { throw Refusal.outsideGroups }
    guard try claims.text("jti").map({ $0.utf8.count <= AssertionRules.maximumTokenIDBytes }) ?? true else {
      throw JWTClaimsError.malformed("jti")
    }
    return (subject, ends)
  }

  /// Marks the assertion as used. An assertion without `jti` can be used until it expires; RFC 7523
  /// §3 leaves `jti` to the issuer.
  private func spend(
    _ claims: JWTClaims, of trustedIssuer: TrustedIssuer, until ends: Date, _ request: RequestKey
  ) async throws {
    guard let tokenID = try claims.text("jti") else { return }
    let id = UsedTokenID(.assertionGrant, of: trustedIssuer.issuer, tokenID)
    guard try await usedTokenIDs.use(id, until: ends, at: clock.now(), request: request) else {
      throw Refusal.invalidGrant("the assertion was used before")
    }
  }

  /// Returns the scope for an identity assertion: what the request names, or else the assertion, as
  /// far as the assertion, the issuer, the client and the server allow it (RFC 6749 §3.3). The
  /// response names the scope.
  private func scope(
    _ request: TokenRequest, _ trustedIssuer: TrustedIssuer, _ assertion: IdentityAssertion
  ) throws -> Scope {
    let requestedScope =
      request.parameter("scope") == nil
      ? Scope.intersection(assertion.scope ?? .none, request.client.scope)
      : try configuration.scope(request.form, request.client)
    // The assertion describes no sign-in at this server, so there is no ID token.
    let allowedScope = Scope.intersection(
      Scope.intersection(trustedIssuer.scope, assertion.scope ?? trustedIssuer.scope), configuration.scopes)
    let scope = try Scope(Scope.intersection(requestedScope, allowedScope).tokens.filter { $0 != "openid" })
    guard !scope.isEmpty || (requestedScope.isEmpty && assertion.scope?.isEmpty ?? true) else {
      throw Refusal(.invalidScope, "the assertion and its issuer allow no token of the scope")
    }
    return scope
  }

  private func scope(_ request: TokenRequest, _ trustedIssuer: TrustedIssuer) throws -> Scope {
    let scope = try configuration.scope(request.form, request.client)
    guard scope.isSubset(of: trustedIssuer.scope) else {
      throw Refusal(.invalidScope, "scope has a token that this issuer may not grant")
    }
    // The assertion describes no sign-in at this server, so there is nothing for an ID token to
    // state.
    guard !scope.contains("openid") else {
      throw Refusal(.invalidScope, "openid requires a sign-in, and this grant has none")
    }
    return scope
  }
}
