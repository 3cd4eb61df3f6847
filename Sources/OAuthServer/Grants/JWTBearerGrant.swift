#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthCore

/// The JWT bearer grant: the signed statement of a trusted issuer about a user (RFC 7523 §2.1, §3, RFC 7521 §4.1).
///
/// It issues no refresh token: the client asks the issuer for another assertion.
struct JWTBearerGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let users: any UserDirectory
  /// The assertions that were used; `nil` if the server accepts none.
  let usedTokenIDs: (any UsedTokenIDs)?

  let type = GrantType.jwtBearer
  let parameters = ["assertion"]
  var isOffered: Bool { usedTokenIDs != nil && !configuration.tokenRules.trustedIssuers.isEmpty }

  /// The longest assertion, in octets.
  private static let maximumAssertionOctets = 16_384

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    guard let text = request.form.value("assertion") else {
      throw Refusal(.invalidRequest, "assertion is missing")
    }
    let (trusted, claims) = try await verified(text)
    let (subject, ends): (Subject, Date)
    do {
      (subject, ends) = try await checked(claims, of: trusted)
    } catch let error as JWTClaimsError {
      throw Refusal.invalidGrant(AssertionRules.description(error))
    }
    let approval = Approval(
      grant: secrets.grantID(), subject: subject, scope: try scope(request, trusted), details: ApprovalDetails())
    var terms = try configuration.terms(request, approval)
    terms.isRefreshable = false
    // Last, so that a request with a mistake in it can be mended.
    try await spend(claims, of: trusted, until: ends)
    let made = try await tokenIssuer.makeTokens(for: approval, to: request, terms, now: clock.now())
    _ = try await tokenIssuer.tokens.save(made.records)
    logger.info(
      "A token was given for an issuer's assertion",
      metadata: ["client_id": "\(request.client.id)", "issuer": "\(trusted.issuer)"])
    return made.answer
  }

  private func verified(_ text: String) async throws -> (TrustedIssuer, JWTClaims) {
    do {
      let signature = try JSONWebSignature(compact: text, maximumOctets: Self.maximumAssertionOctets)
      let claimed = (try? JSONValue(octets: signature.unverifiedPayload))?.object?["iss"]?.string
      guard let trusted = configuration.tokenRules.trustedIssuers.first(where: { $0.issuer == claimed }) else {
        throw Refusal.invalidGrant("the issuer of the assertion is not trusted here")
      }
      // An access token or an ID token of that issuer is no assertion (RFC 8725 §3.11).
      guard [nil, "jwt", "authorization-grant+jwt"].contains(signature.header.type?.lowercased()) else {
        throw Refusal.invalidGrant("the typ of the assertion is that of another kind of JWT")
      }
      return (
        trusted, try JWTClaims(try await trusted.keys.verified(signature, allowing: trusted.algorithms, type: .any))
      )
    } catch let error as JOSEError {
      throw Refusal.invalidGrant(AssertionRules.description(error))
    }
  }

  /// RFC 7523 §3.
  /// - Returns: whom it is about, and when it ends.
  private func checked(_ claims: JWTClaims, of trusted: TrustedIssuer) async throws -> (Subject, Date) {
    try claims.checkIssuer(trusted.issuer)
    // Issuer or token endpoint, and nobody else: what another server takes too could be brought here by it.
    let names: Set<String> = [issuer.text, configuration.tokenEndpoint.text]
    guard names.isSuperset(of: try claims.audience()) else { throw JWTClaimsError.wrongAudience }
    let ends = try AssertionRules.checkTimes(claims, now: clock.now())
    let subject = Subject(rawValue: try claims.requiredText("sub"))
    guard try await users.user(subject) != nil else {
      throw Refusal.invalidGrant("the sub of the assertion is nobody here")
    }
    guard try claims.text("jti").map({ $0.utf8.count <= AssertionRules.maximumTokenIDOctets }) ?? true else {
      throw JWTClaimsError.malformed("jti")
    }
    return (subject, ends)
  }

  /// An assertion without `jti` can be used again until it ends; RFC 7523 §3 leaves it to the issuer.
  private func spend(_ claims: JWTClaims, of trusted: TrustedIssuer, until ends: Date) async throws {
    guard let tokenID = try claims.text("jti") else { return }
    let id = UsedTokenID(.assertionGrant, of: trusted.issuer, tokenID)
    guard try await usedTokenIDs?.useOnce(id, until: ends) == true else {
      throw Refusal.invalidGrant("the assertion was used before")
    }
  }

  private func scope(_ request: TokenRequest, _ trusted: TrustedIssuer) throws -> Scope {
    let scope = try configuration.scope(request.form, request.client)
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
