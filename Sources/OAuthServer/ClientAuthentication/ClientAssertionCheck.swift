internal import DPoPVerification
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// Checks a client's assertion, and uses it up (RFC 7523 §3, OpenID Connect Core §9).
  func check(
    _ assertion: JSONWebSignature, of client: RegisteredClient, _ keys: ClientKeys, at exchange: Exchange
  ) async throws {
    guard let usedTokenIDs else {
      throw Refusal.invalidClient("this server takes no assertions")
    }
    // A JWT of another kind that the same key signed must not become an assertion (RFC 8725 §3.11).
    guard [nil, "jwt", "client-authentication+jwt"].contains(assertion.header.type?.lowercased()) else {
      throw Refusal.invalidClient("the typ of the assertion is that of another kind of JWT")
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
      guard tokenID.utf8.count <= AssertionRules.maximumTokenIDOctets else { throw JWTClaimsError.malformed("jti") }
      let ends = try AssertionRules.checkTimes(claims, now: clock.now())
      guard try await usedTokenIDs.useOnce(UsedTokenID(.clientAssertion, of: client.id, tokenID), until: ends) else {
        throw Refusal.invalidClient("the assertion was used before")
      }
    } catch let error as JWTClaimsError {
      throw Refusal.invalidClient(AssertionRules.description(error))
    }
  }

  /// Whom an assertion is for: the issuer; from clients that don't follow FAPI 2.0 also the token endpoint (OpenID Connect
  /// Core §9) or the endpoint that is asked (RFC 9126 §2). A list must have nothing else in it: an assertion that another server takes
  /// too could have been made for that one and brought here. FAPI 2.0 (§5.3.2.1) takes the issuer alone, and no list.
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
    let allowed = configuration.tokenRules.assertionAlgorithms
      .intersection(client.settings.followsFAPI2 ? Set(SignatureAlgorithm.fapi2) : SignatureAlgorithm.asymmetric)
    return client.settings.assertionAlgorithm.map { allowed.intersection([$0]) } ?? allowed
  }

  /// The client's `jwks_uri` can't be read: its own fault, as far as the server can tell.
  static func noKeys(_ error: any Error) -> any Error {
    error is CancellationError
      ? error : Refusal.invalidClient("the keys of the client cannot be had from its jwks_uri")
  }
}
