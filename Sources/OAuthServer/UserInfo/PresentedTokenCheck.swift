internal import DPoPVerification
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension UserInfoEndpoint {
  /// The access token with which a request comes to the server as a resource, if it is good and whoever sent it has the key that
  /// it is bound to.
  /// - Throws: ``ResourceRefusal``.
  func presentedToken(_ exchange: Exchange) async throws -> IssuedToken {
    let presented: PresentedAccessToken
    do {
      guard let found = try PresentedAccessToken.find(in: exchange.request, form: exchange.body) else {
        throw ResourceRefusal.noToken
      }
      presented = found
    } catch let error as PresentedAccessTokenError {
      throw ResourceRefusal.malformed(error.clientDescription)
    }
    guard let record = try await tokens.find(SecretHash(ofToken: presented.token)), record.kind == .access,
      clock.now() < record.expires
    else {
      throw ResourceRefusal.invalidToken("the access token is unknown, expired or revoked", scheme: presented.scheme)
    }
    try await checkPossession(record.details.confirmation, presented, exchange)
    return record
  }

  /// RFC 9449 §7, RFC 8705 §3. A token that is bound to a key must not be used without it, or the binding would protect nothing;
  /// one that isn't bound must not look as if it were.
  private func checkPossession(
    _ bound: KeyConfirmation?, _ presented: PresentedAccessToken, _ exchange: Exchange
  ) async throws {
    switch (bound, presented.scheme) {
    case (nil, .bearer): return
    case (.certificate(let thumbprint)?, .bearer):
      guard exchange.context.certificate?.thumbprint == thumbprint else {
        throw ResourceRefusal.invalidToken("the access token is bound to another client certificate")
      }
    case (.dpop(let thumbprint)?, .dpop):
      guard let dpop else { throw ResourceRefusal.invalidToken("this server takes no DPoP proofs any more") }
      do {
        let proof = try dpop.examine(
          exchange.request.headerFields, for: DPoPTarget(exchange.request.method, configuration.userInfoEndpoint),
          accessToken: presented.token, boundTo: thumbprint)
        try await dpop.spend(proof)
      } catch let error as DPoPProofError {
        throw ResourceRefusal.proof(error)
      }
    case (.dpop?, .bearer):
      throw ResourceRefusal.invalidToken("the access token is bound to a key: use the DPoP scheme", scheme: .dpop)
    case (nil, .dpop), (.certificate?, .dpop):
      throw ResourceRefusal.invalidToken("the access token is not bound to a DPoP key: use the Bearer scheme")
    }
  }

  /// A challenge for each scheme that tokens may be presented with; the one that was used names the error (RFC 9449 §7.1).
  func answer(refusing error: ResourceRefusal) -> HTTPAnswer {
    var fields: HTTPFields = [:]
    for scheme in dpop == nil ? [TokenType.bearer] : [.bearer, .dpop] {
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
    logger.info("A UserInfo request was refused", metadata: ["error": "\(response.error.rawValue)"])
    return .json(response, status: error.status, fields: fields)
  }
}
