internal import FoundationBasics
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// Checks a client's assertion, and marks it as used (RFC 7523 §3, OpenID Connect Core §9).
  func check(
    _ assertion: JSONWebSignature, of client: RegisteredClient, _ keys: ClientKeys, at exchange: Exchange
  ) async throws {
    // A JWT of a different type that the same key signed must not count as an assertion (RFC 8725
    // §3.11).
    guard [nil, "jwt", "client-authentication+jwt"].contains(assertion.header.type?.lowercased()) else {
      throw Refusal.invalidClient("the typ of the assertion is that of another type of JWT")
    }
    let claims: JWTClaims
    do {
      claims = try JWTClaims(
        try await clientKeys.source(keys, ofStranger: client.isUntrusted).verified(
          assertion, allowing: assertionAlgorithms(client), type: .any))
    } catch let error as JOSEError {
      throw Refusal.invalidClient(AssertionRules.description(error))
    } catch {
      throw Self.noKeys(error)
    }
    do {
      try claims.checkIssuer(client.id)
      guard try claims.requiredText("sub") == client.id else { throw JWTClaimsError.malformed("sub") }
      try checkAudience(claims, client, exchange)
      let tokenID = try claims.requiredText("jti")
      guard tokenID.utf8.count <= AssertionRules.maximumTokenIDBytes else { throw JWTClaimsError.malformed("jti") }
      let now = clock.now()
      let ends = try AssertionRules.checkTimes(claims, now: now)
      try assertions.count(client, exchange)
      let id = UsedTokenID(.clientAssertion, of: client.id, tokenID)
      guard try await usedTokenIDs.use(id, until: ends, at: now, request: exchange.key) else {
        throw Refusal.invalidClient("the assertion was used before")
      }
    } catch let error as JWTClaimsError {
      throw Refusal.invalidClient(AssertionRules.description(error))
    }
  }

  /// Checks the audience of an assertion.
  ///
  /// The audience is the issuer. For clients without FAPI 2.0 it may also be the token endpoint
  /// (OpenID Connect Core §9) or the requested endpoint (RFC 9126 §2). A list must have no other
  /// element: an assertion that another server accepts too could have been created for that server
  /// and replayed here. FAPI 2.0 (§5.3.2.1) accepts only the issuer, and no list.
  private func checkAudience(
    _ claims: JWTClaims, _ client: RegisteredClient, _ exchange: Exchange
  ) throws(JWTClaimsError) {
    if client.settings.followsFAPI2 {
      guard claims.members["aud"] == .string(issuer.text) else { throw .wrongAudience }
      return
    }
    let names: Set<String> = [
      issuer.text, configuration.tokenEndpoint.text, issuer.origin + exchange.target.path,
    ]
    guard names.isSuperset(of: try claims.audience()) else { throw .wrongAudience }
  }

  private func assertionAlgorithms(_ client: RegisteredClient) -> Set<SignatureAlgorithm> {
    let acceptedAlgorithms = configuration.tokenRules.assertionAlgorithms.intersection(SignatureAlgorithm.ofKeyPairs)
    let allowedAlgorithms =
      client.settings.followsFAPI2 ? acceptedAlgorithms.intersection(SignatureAlgorithm.fapi2) : acceptedAlgorithms
    return client.settings.assertionAlgorithm.map { allowedAlgorithms.intersection([$0]) } ?? allowedAlgorithms
  }

  /// Returns the error for a `jwks_uri` that can't be read. It counts as the client's fault.
  static func noKeys(_ error: any Error) -> any Error {
    error is CancellationError
      ? error : Refusal.invalidClient("the keys of the client could not be fetched from its jwks_uri")
  }
}
