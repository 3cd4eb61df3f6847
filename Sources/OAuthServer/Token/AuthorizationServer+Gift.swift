#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// New tokens for an approval, with an ID token if the scope has `openid` (OpenID Connect Core §3.1.3.3).
  ///
  /// Every grant makes its tokens here. They are made, and signed, before anything is kept or spent: a failure then costs
  /// nothing.
  /// - Parameters:
  ///   - approval: what was approved, and by whom; a refresh token keeps all of it (RFC 6749 §6).
  ///   - request: who gets the tokens, and which key they are bound to.
  ///   - terms: what of the approval the access token gets; all unless said. Who leaves `openid` out of a refresh gets no ID token.
  ///   - now: what time it is.
  func makeGift(
    for approval: Approval, to request: TokenRequest, _ terms: TokenTerms? = nil, now: Date
  ) async throws -> TokenGift {
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
    let access = try makeAccessToken(for: approval, to: request, terms, issued: now, expires: now + lifetime)
    var gift = TokenGift(
      records: [record(access, .access, terms.scope, lifetime)],
      answer: [
        "access_token": .string(access.reveal()), "token_type": .string(request.tokenType.rawValue),
        "expires_in": .integer(lifetime.components.seconds),
      ])
    // An empty scope has no spelling (RFC 6749 §3.3), and is only granted to those who asked for none.
    if !terms.scope.isEmpty { gift.answer["scope"] = .string(terms.scope.parameter) }
    // RFC 9396 §7.
    if !terms.authorizationDetails.isEmpty {
      gift.answer["authorization_details"] = .array(terms.authorizationDetails)
    }
    if terms.isRefreshable, client.grants.contains(.refreshToken) {
      let refresh = mint.datedSecret(now)
      gift.records.append(record(refresh, .refresh, approval.scope, configuration.lifetimes.refreshToken))
      gift.answer["refresh_token"] = .string(refresh.reveal())
    }
    gift.answer["id_token"] = try await makeIDToken(for: approval, client, terms, access, now: now)
      .map { .string($0.reveal()) }
    return gift
  }

  /// Opaque, or a JWT if the client is registered for that (RFC 9068).
  private func makeAccessToken(
    for approval: Approval, to request: TokenRequest, _ terms: TokenTerms, issued: Date, expires: Date
  ) throws -> Secret {
    guard terms.isJWT || request.client.settings.accessTokenFormat == .jwt else {
      return mint.datedSecret(issued)
    }
    let key = try signingKey(for: nil, of: request.client)
    var details = approval.details
    details.confirmation = request.confirmation
    details.authorizationDetails = terms.authorizationDetails
    details.resources =
      terms.resources.isEmpty ? [configuration.tokenRules.defaultAudience ?? issuer.text] : terms.resources
    let content = AccessTokenContent(
      issuer: issuer, subject: try subject(of: approval, for: request.client), clientID: request.client.id,
      scope: terms.scope, issued: issued,
      expires: expires, id: mint.identifier(), details: details)
    return try key.sign(content.claims, type: "at+jwt")
  }

  /// Who the approval's person is to the client (OpenID Connect Core §8). A client that acts for itself has one name.
  private func subject(of approval: Approval, for client: RegisteredClient) throws -> Subject {
    approval.details.isForClientItself
      ? approval.subject : try configuration.subject(approval.subject, for: client)
  }

  private func makeIDToken(
    for approval: Approval, _ client: RegisteredClient, _ terms: TokenTerms, _ accessToken: Secret, now: Date
  ) async throws -> Secret? {
    guard terms.scope.contains("openid"), configuration.idTokenKeys != nil else { return nil }
    let key = try signingKey(for: client.settings.idTokenAlgorithm, of: client)
    let asked = approval.details.claimNames(in: .idToken, for: client, configuration)
    let user = asked.isEmpty ? nil : try await users.user(approval.subject)
    let content = IDTokenContent(
      issuer: issuer, subject: try subject(of: approval, for: client), clientID: client.id, issued: now,
      expires: now + configuration.lifetimes.idToken, details: approval.details, nonce: terms.nonce,
      accessToken: accessToken, aboutPerson: user?.claims(named: asked) ?? [:])
    return try key.sign(content.claims(for: key.algorithm))
  }
}

extension TokenRequest {
  /// How the access token has to be presented.
  var tokenType: TokenType {
    if case .dpop = confirmation { .dpop } else { .bearer }
  }
}
