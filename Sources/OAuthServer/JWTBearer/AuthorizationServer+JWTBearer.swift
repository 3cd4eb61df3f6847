#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The longest assertion, in octets.
  private static let maximumAssertionOctets = 16_384

  /// Redeems what an issuer that is trusted says about a person (RFC 7523 §2.1, §3, RFC 7521 §4.1). There is no refresh token: the
  /// issuer is to be asked again.
  func redeemAssertion(_ request: TokenRequest) async throws -> [String: JSONValue] {
    guard let text = request.form.value("assertion") else {
      throw Refusal(.invalidRequest, "assertion is missing")
    }
    let (trusted, claims) = try await verified(text)
    let (subject, ends): (Subject, Date)
    do {
      (subject, ends) = try await checked(claims, of: trusted)
    } catch let error as JWTClaimsError {
      throw TokenRefusal.invalidGrant(Self.description(error))
    }
    let approval = Approval(
      grant: mint.grantID(), subject: subject, scope: try scope(request, trusted), details: ApprovalDetails())
    var terms = try terms(request, approval)
    terms.isRefreshable = false
    // Last, so that a request with a mistake in it can be mended.
    try await spend(claims, of: trusted, until: ends)
    let gift = try await makeGift(for: approval, to: request, terms, now: clock.now())
    _ = try await tokens.save(gift.records)
    logger.info(
      "A token was given for an issuer's assertion",
      metadata: ["client_id": "\(request.client.id)", "issuer": "\(trusted.issuer)"])
    return gift.answer
  }

  private func verified(_ text: String) async throws -> (TrustedIssuer, JWTClaims) {
    do {
      let signature = try JSONWebSignature(compact: text, maximumOctets: Self.maximumAssertionOctets)
      let claimed = (try? JSONValue(octets: signature.unverifiedPayload))?.object?["iss"]?.string
      guard let trusted = configuration.tokenRules.trustedIssuers.first(where: { $0.issuer == claimed }) else {
        throw TokenRefusal.invalidGrant("the issuer of the assertion is not trusted here")
      }
      // An access token or an ID token of that issuer is no assertion (RFC 8725 §3.11).
      guard [nil, "jwt", "authorization-grant+jwt"].contains(signature.header.type?.lowercased()) else {
        throw TokenRefusal.invalidGrant("the typ of the assertion is that of another kind of JWT")
      }
      return (
        trusted, try JWTClaims(try await trusted.keys.verified(signature, allowing: trusted.algorithms, type: .any))
      )
    } catch let error as JOSEError {
      throw TokenRefusal.invalidGrant(Self.description(error))
    }
  }

  /// RFC 7523 §3.
  /// - Returns: whom it is about, and when it ends.
  private func checked(_ claims: JWTClaims, of trusted: TrustedIssuer) async throws -> (Subject, Date) {
    try claims.checkIssuer(trusted.issuer)
    // Issuer or token endpoint, and nobody else: what another server takes too could be brought here by it.
    let names: Set<String> = [issuer.text, configuration.tokenEndpoint.text]
    guard names.isSuperset(of: try claims.audience()) else { throw JWTClaimsError.wrongAudience }
    let ends = try checkTimes(claims)
    let subject = Subject(rawValue: try claims.requiredText("sub"))
    guard try await users.user(subject) != nil else {
      throw TokenRefusal.invalidGrant("the sub of the assertion is nobody here")
    }
    guard try claims.text("jti").map({ $0.utf8.count <= Self.maximumTokenIDOctets }) ?? true else {
      throw JWTClaimsError.malformed("jti")
    }
    return (subject, ends)
  }

  /// An assertion without `jti` can be used again until it ends; RFC 7523 §3 leaves it to the issuer.
  private func spend(_ claims: JWTClaims, of trusted: TrustedIssuer, until ends: Date) async throws {
    guard let tokenID = try claims.text("jti") else { return }
    let id = UsedTokenID(.assertionGrant, of: trusted.issuer, tokenID)
    guard try await stores.usedTokenIDs?.useOnce(id, until: ends) == true else {
      throw TokenRefusal.invalidGrant("the assertion was used before")
    }
  }

  private func scope(_ request: TokenRequest, _ trusted: TrustedIssuer) throws -> Scope {
    let scope = try requestParser.scope(request.form, request.client)
    guard scope.isSubset(of: trusted.scope) else {
      throw Refusal(.invalidScope, "scope has a token that this issuer cannot give")
    }
    // It names no sign-in here, which an ID token would tell about.
    guard !scope.contains("openid") else {
      throw Refusal(.invalidScope, "openid is for sign-ins, and nobody signed in here")
    }
    return scope
  }
}
