internal import DPoPVerification
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension UserInfoEndpoint {
  /// Returns the access token of a request to the server as a resource, if the token is valid and
  /// the sender has the key that it is bound to.
  /// - Throws: ``ResourceRefusal`` if the token is missing, invalid, or used without its key.
  func presentedToken(_ exchange: Exchange) async throws -> IssuedToken {
    let presentedToken: PresentedAccessToken
    do {
      guard let requestToken = try PresentedAccessToken.find(in: exchange.request, form: exchange.body) else {
        throw ResourceRefusal.noToken
      }
      presentedToken = requestToken
    } catch let error as PresentedAccessTokenError {
      throw ResourceRefusal.malformed(error.clientDescription)
    }
    guard let record = try await tokens.token(SecretHash(ofToken: presentedToken.token)), record.kind == .access,
      clock.now() < record.expires
    else {
      throw ResourceRefusal.invalidToken(
        "the access token is unknown, expired or revoked", scheme: presentedToken.scheme)
    }
    try await checkPossession(record.details.confirmation, presentedToken, exchange)
    return record
  }

  /// Checks that the sender has the token's key (RFC 9449 §7, RFC 8705 §3). A bound token without
  /// its key is rejected, or the binding would protect nothing. An unbound token must not be
  /// presented as a bound one.
  private func checkPossession(
    _ bound: KeyConfirmation?, _ presentedToken: PresentedAccessToken, _ exchange: Exchange
  ) async throws {
    switch (bound, presentedToken.scheme) {
    case (nil, .bearer): return
    case (.certificate(let thumbprint)?, .bearer):
      guard exchange.context.certificate?.thumbprint == thumbprint else {
        throw ResourceRefusal.invalidToken("the access token is bound to another client certificate")
      }
    case (.dpop(let thumbprint)?, .dpop):
      guard let dpop else { throw ResourceRefusal.invalidToken("this server no longer accepts DPoP proofs") }
      do {
        let proof = try dpop.examine(
          exchange.request.headerFields, for: DPoPTarget(exchange.request.method, configuration.userInfoEndpoint),
          accessToken: presentedToken.token, boundTo: thumbprint)
        try await dpop.spend(
          proof, in: UsedTokenIDsInDatabase(database: usedTokenIDs, clock: clock, request: exchange.key))
      } catch let error as DPoPProofError {
        throw ResourceRefusal.proof(error)
      }
    case (.dpop?, .bearer):
      throw ResourceRefusal.invalidToken("the access token is bound to a key: use the DPoP scheme", scheme: .dpop)
    case (nil, .dpop), (.certificate?, .dpop):
      throw ResourceRefusal.invalidToken("the access token is not bound to a DPoP key: use the Bearer scheme")
    }
  }

  /// Answers a rejected request with a challenge for each scheme. The scheme that the request used
  /// names the error (RFC 9449 §7.1), and comes first: many clients read only one challenge.
  func answer(refusing error: ResourceRefusal) -> HTTPAnswer {
    var fields: HTTPFields = [:]
    let both: [TokenType] = error.scheme == .dpop ? [.dpop, .bearer] : [.bearer, .dpop]
    for scheme in dpop == nil ? [.bearer] : both {
      var challenge = WrittenChallenge(scheme)
      challenge.append("realm", issuer.text)
      if scheme == .dpop { challenge.append("algs", dpop?.policy.algorithmNames.joined(separator: " ")) }
      if scheme == error.scheme || dpop == nil {
        challenge.append("error", error.refusal?.response.error.rawValue)
        challenge.append("error_description", error.refusal?.response.errorDescription?.description)
      }
      fields.append(HTTPField(name: .wwwAuthenticate, value: challenge.field))
    }
    if error.scheme == .dpop, let nonce = dpop?.nonceToSend(after: nil) { fields[.dpopNonce] = nonce }
    guard let response = error.refusal?.response else {
      return .json([String: JSONValue](), status: error.status, fields: fields)
    }
    logger.info("A UserInfo request was rejected", metadata: ["error": "\(response.error.rawValue)"])
    return .json(response, status: error.status, fields: fields)
  }
}
