internal import FoundationBasics
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// Checks a client's assertion, and marks it as used (RFC 7523 §3, draft-ietf-oauth-rfc7523bis §4).
  func check(
    _ assertion: JSONWebSignature, of client: RegisteredClient, _ keys: ClientKeys, at exchange: Exchange
  ) async throws {
    // A JWT of a different type that the same key signed must not count as an assertion (RFC 8725
    // §3.11).
    let type = assertion.header.shortType
    guard [nil, "jwt", Self.assertionType].contains(type) else {
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
      try checkForm(claims, type, client, exchange)
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

  private static let assertionType = "client-authentication+jwt"

  /// Checks the audience and the type of an assertion.
  ///
  /// The audience is the issuer, in a list too (rfc7523bis §4). With ``ClientAssertionForm/endpoint`` it
  /// may also be the token endpoint (OpenID Connect Core §9) or the requested endpoint (RFC 9126 §2). A
  /// list must have no other element: an assertion that another server accepts too could have been
  /// created for that server and replayed here. FAPI 2.0 (§5.3.2.1) accepts only the issuer, and no
  /// list.
  private func checkForm(
    _ claims: JWTClaims, _ type: String?, _ client: RegisteredClient, _ exchange: Exchange
  ) throws {
    let audience = Set(try claims.audience())
    let form = configuration.tokenRules.clientAssertions
    let endpoints: Set<String> = [configuration.tokenEndpoint.text, issuer.origin + exchange.target.path]
    guard endpoints.union([issuer.text]).isSuperset(of: audience) else { throw JWTClaimsError.wrongAudience }
    guard
      client.settings.followsFAPI2
        ? claims.members["aud"] == .string(issuer.text) : form == .endpoint || audience == [issuer.text]
    else {
      report(.assertionForm, of: client.id, audience.sorted().joined(separator: " "))
      throw Refusal.invalidClient(
        "the aud of the assertion must be the issuer and nothing else, \(issuer.text) "
          + "(draft-ietf-oauth-rfc7523bis section 4)")
    }
    guard form != .typed || type == Self.assertionType else {
      report(.assertionForm, of: client.id, "typ \(type ?? "none")")
      throw Refusal.invalidClient("the typ of the assertion must be \(Self.assertionType)")
    }
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
