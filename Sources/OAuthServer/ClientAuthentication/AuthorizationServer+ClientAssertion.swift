internal import DPoPVerification
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// How long before its `exp` an assertion may be made: for so long, and the tolerance twice, its `jti` has to be remembered.
  /// Authlib and x/oauth2 make all of theirs for an hour, by a clock that may be ahead of this one.
  static let longestAssertion: TimeInterval = 3_600
  /// The longest `jti`, in octets.
  static let maximumTokenIDOctets = 256

  /// Checks a client's assertion, and uses it up (RFC 7523 §3, OpenID Connect Core §9).
  func check(
    _ assertion: JSONWebSignature, of client: RegisteredClient, _ keys: ClientKeys, at request: HTTPRequest
  ) async throws {
    guard let usedTokenIDs = stores.usedTokenIDs else {
      throw TokenRefusal.invalidClient("this server takes no assertions")
    }
    // A JWT of another kind that the same key signed must not become an assertion (RFC 8725 §3.11).
    guard [nil, "jwt", "client-authentication+jwt"].contains(assertion.header.type?.lowercased()) else {
      throw TokenRefusal.invalidClient("the typ of the assertion is that of another kind of JWT")
    }
    let claims: JWTClaims
    do {
      claims = try JWTClaims(
        try await clientKeys.source(keys, ofStranger: client.isUntrusted).verified(
          assertion, allowing: assertionAlgorithms(client), type: .any))
    } catch let error as JOSEError {
      throw TokenRefusal.invalidClient(Self.description(error))
    } catch {
      throw Self.noKeys(error)
    }
    do {
      try claims.checkIssuer(client.id)
      guard try claims.requiredText("sub") == client.id else { throw JWTClaimsError.malformed("sub") }
      try checkAudience(claims, client, request)
      let tokenID = try claims.requiredText("jti")
      guard tokenID.utf8.count <= Self.maximumTokenIDOctets else { throw JWTClaimsError.malformed("jti") }
      let ends = try checkTimes(claims)
      guard try await usedTokenIDs.useOnce(UsedTokenID(.clientAssertion, of: client.id, tokenID), until: ends) else {
        throw TokenRefusal.invalidClient("the assertion was used before")
      }
    } catch let error as JWTClaimsError {
      throw TokenRefusal.invalidClient(Self.description(error))
    }
  }

  /// Checks `exp`, which must be there and near, `nbf` and `iat`.
  /// - Returns: from when on the assertion is too old in any case.
  func checkTimes(_ claims: JWTClaims) throws(JWTClaimsError) -> Date {
    let now = clock.now()
    let ends = try claims.requiredTime("exp")
    try claims.checkTimes(now: now, tolerance: .standard)
    guard ends.timeIntervalSince(now) <= Self.longestAssertion + ClockTolerance.standard.seconds else {
      throw .malformed("exp")
    }
    return ends + ClockTolerance.standard.duration + .seconds(1)
  }

  /// Whom an assertion is for: the issuer; from clients that don't follow FAPI 2.0 also the token endpoint (OpenID Connect
  /// Core §9) or the endpoint that is asked (RFC 9126 §2). A list must have nothing else in it: an assertion that another server takes
  /// too could have been made for that one and brought here. FAPI 2.0 (§5.3.2.1) takes the issuer alone, and no list.
  private func checkAudience(
    _ claims: JWTClaims, _ client: RegisteredClient, _ request: HTTPRequest
  ) throws(JWTClaimsError) {
    if client.settings.followsFAPI2 {
      guard claims.members["aud"] == .string(issuer.text) else { throw .wrongAudience }
      return
    }
    let names: Set<String> = [
      issuer.text, configuration.tokenEndpoint.text, issuer.origin + RequestTarget(request).path,
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
      ? error : TokenRefusal.invalidClient("the keys of the client cannot be had from its jwks_uri")
  }

  static func description(_ error: JOSEError) -> String {
    switch error {
    case .algorithmNotAllowed: "the algorithm of the assertion is not accepted"
    case .noMatchingKey: "the assertion is signed with a key that is not registered"
    case .invalidSignature: "the signature of the assertion is wrong"
    default: "the assertion is not a well-formed signed JWT"
    }
  }

  static func description(_ error: JWTClaimsError) -> String {
    switch error {
    case .missing(let claim): "the assertion has no \(claim)"
    case .malformed(let claim): "the \(claim) of the assertion cannot be used"
    case .wrongIssuer: "the iss of the assertion is somebody else"
    case .wrongAudience: "the aud of the assertion is not this server alone"
    case .expired(let seconds): "the assertion ended \(seconds) s ago"
    case .notYetValid(let seconds), .issuedInFuture(let seconds): "the assertion begins in \(seconds) s"
    }
  }
}
