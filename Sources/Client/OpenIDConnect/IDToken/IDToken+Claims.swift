internal import FoundationBasics
internal import JOSE
internal import OAuthCore

extension IDToken {
  /// Checks the claims of a token whose signature is valid (OpenID Connect Core §3.1.3.7, §12.2).
  init(
    _ verified: VerifiedSignature, compact: Secret, policy: IDTokenPolicy, expecting expectations: IDTokenExpectations,
    now: Date
  ) throws(IDTokenError) {
    do {
      try self.init(checking: verified, compact, policy, expectations, now)
    } catch let error as IDTokenError {
      throw error
    } catch let error as JWTClaimsError {
      throw .claims(error)
    } catch let error as JOSEError {
      throw .notVerified(error)
    } catch {
      throw .claims(.malformed("payload"))
    }
  }

  private init(
    checking verified: VerifiedSignature, _ compact: Secret, _ policy: IDTokenPolicy,
    _ expectations: IDTokenExpectations, _ now: Date
  ) throws {
    let claims = try JWTClaims(verified)
    let tolerance = policy.clockTolerance

    try claims.checkIssuer(policy.issuer.text(for: claims))
    issuer = try claims.requiredText("iss")
    audience = try policy.checkAudience(of: claims, algorithm: verified.algorithm)
    authorizedParty = try claims.text("azp")
    if let authorizedParty {
      guard authorizedParty == policy.clientID else { throw IDTokenError.wrongAuthorizedParty }
    } else if Set(audience).count > 1 {
      throw JWTClaimsError.missing("azp")
    }
    subject = try Self.subject(of: claims)
    expiresAt = try claims.requiredTime("exp")
    issuedAt = try claims.requiredTime("iat")
    try Self.checkTimes(of: claims, issuedAt, expectations, now, tolerance)

    nonce = try Self.nonce(of: claims, expectations)
    authenticationTime = try Self.authenticationTime(of: claims, expectations.maximumAge, now, tolerance)
    // Only a request for `acr` makes it count. ORCID sends `amr` as a text, others `acr` as a number.
    authenticationContext =
      expectations.authenticationContexts.isEmpty ? claims.usableText("acr") : try claims.text("acr")
    if !expectations.authenticationContexts.isEmpty {
      guard let context = authenticationContext else { throw JWTClaimsError.missing("acr") }
      guard expectations.authenticationContexts.contains(context) else {
        throw IDTokenError.wrongAuthenticationContext(UntrustedText(context))
      }
    }
    authenticationMethods = claims.usableTexts("amr") ?? []
    sessionID = claims.usableText("sid")
    sessionExpiresAt = claims.usableTime("session_expiry")
    algorithm = verified.algorithm
    self.claims = claims.members
    self.compact = compact

    try Self.checkHashes(claims, expectations, verified.algorithm)
    if let previous = expectations.previous { try checkContinues(previous, policy.issuer) }
  }

  /// Checks `exp`, `nbf` and, except at a refresh, `iat` against the current time.
  private static func checkTimes(
    of claims: JWTClaims, _ issuedAt: Date, _ expectations: IDTokenExpectations, _ now: Date,
    _ tolerance: ClockTolerance
  ) throws {
    do throws(JWTClaimsError) {
      try claims.checkTimes(now: now, tolerance: tolerance, acceptingFuture: expectations.isRefresh)
    } catch {
      // A new token is issued at the time of the refresh (§12.2), so this machine's clock is ahead.
      let age = JWTClaims.wholeSeconds(now.timeIntervalSince(issuedAt))
      let isNew = expectations.previous.map { issuedAt > $0.issuedAt } ?? true
      guard case .expired(let secondsAgo) = error, expectations.isRefresh, isNew, Double(age) > tolerance.seconds
      else { throw error }
      throw IDTokenError.expiredOnArrival(secondsAhead: min(age, secondsAgo))
    }
  }

  /// Returns the `sub`: 1 to 255 ASCII characters (OpenID Connect Core §2).
  static func subject(of claims: JWTClaims) throws(JWTClaimsError) -> String {
    let subject = try claims.requiredText("sub")
    guard subject.utf8.count <= 255, subject.utf8.allSatisfy({ $0 < 0x80 }) else { throw .malformed("sub") }
    return subject
  }

  private static func nonce(of claims: JWTClaims, _ expectations: IDTokenExpectations) throws -> Secret? {
    let nonce = try claims.text("nonce").map(Secret.init)
    switch (nonce, expectations.nonce) {
    case (nil, nil): return nil
    case (nil, let old?):
      // §12.2: a refreshed token should have none. The old one is used again for the next refresh.
      guard expectations.previous != nil else { throw JWTClaimsError.missing("nonce") }
      return old
    case (let receivedNonce?, let sentNonce):
      guard receivedNonce == sentNonce else { throw IDTokenError.wrongNonce }
      return receivedNonce
    }
  }

  // Some servers send 0 if they don't know the time, which reads as 1970. ADFS sends a text, which
  // counts as absent unless the request had a `max_age`.
  private static func authenticationTime(
    of claims: JWTClaims, _ maximumAge: Duration?, _ now: Date, _ tolerance: ClockTolerance
  ) throws -> Date? {
    let sentTime = maximumAge == nil ? claims.usableTime("auth_time") : try claims.time("auth_time")
    let time = sentTime.flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
    if let time, time.timeIntervalSince(now) > tolerance.seconds {
      guard maximumAge != nil else { return nil }
      throw IDTokenError.authenticatedInFuture(
        secondsAhead: JWTClaims.wholeSeconds(time.timeIntervalSince(now)))
    }
    guard let maximumAge else { return time }
    guard let time else { throw IDTokenError.unknownAuthenticationTime }
    let age = now.timeIntervalSince(time)
    let longestAge = Double(max(0, maximumAge.components.seconds))
    guard age <= longestAge + tolerance.seconds else {
      throw IDTokenError.authenticationTooOld(
        seconds: JWTClaims.wholeSeconds(age), maximum: maximumAge.components.seconds)
    }
    return time
  }

  private static func checkHashes(
    _ claims: JWTClaims, _ expectations: IDTokenExpectations, _ algorithm: SignatureAlgorithm
  ) throws {
    for claim in HashClaim.allCases {
      let isRequired = expectations.requiredHashes.contains(claim)
      // Without the browser in between, the hashes are optional (§3.1.3.6).
      let sentHash = isRequired ? try claims.text(claim.rawValue) : claims.members[claim.rawValue]?.string
      guard let hash = sentHash else {
        guard !isRequired else { throw JWTClaimsError.missing(claim.rawValue) }
        continue
      }
      guard let source = expectations.source(of: claim) else {
        // A required hash can't be checked without its source, so it counts as wrong.
        guard !isRequired else { throw IDTokenError.wrongHash(claim) }
        continue
      }
      guard let right = HashClaim.value(of: source, algorithm: algorithm) else {
        throw IDTokenError.uncheckedHash(claim)
      }
      guard Secret(hash) == Secret(right) else { throw IDTokenError.wrongHash(claim) }
    }
  }

  // §12.2. `azp` needs no comparison, because it is always this client.
  private func checkContinues(_ previous: IDToken, _ expectedIssuer: ExpectedIssuer) throws(IDTokenError) {
    guard expectedIssuer.isSame(issuer, previous.issuer) else { throw .changedByRefresh("iss") }
    guard subject == previous.subject else { throw .changedByRefresh("sub") }
    guard Set(audience) == Set(previous.audience) else { throw .changedByRefresh("aud") }
    if let time = authenticationTime, let old = previous.authenticationTime, time != old {
      throw .changedByRefresh("auth_time")
    }
  }
}

extension IDTokenExpectations {
  fileprivate func source(of claim: HashClaim) -> Secret? {
    switch claim {
    case .accessToken: accessToken
    case .code: code
    case .state: state
    }
  }
}

extension ExpectedIssuer {
  /// Returns the required issuer of these claims.
  func text(for claims: JWTClaims) throws(JWTClaimsError) -> String {
    switch self {
    case .exactly(let issuer): return issuer.text
    case .withOrWithoutScheme(let issuer):
      let bare = Self.withoutScheme(issuer)
      return try claims.requiredText("iss").utf8.elementsEqual(bare.utf8) ? bare : issuer.text
    case .anyEntraTenant(let template):
      guard let issuer = template.issuer(tenant: try claims.requiredText("tid")) else { throw .malformed("tid") }
      return issuer
    }
  }

  /// Returns whether two accepted tokens have the same issuer: two spellings of one issuer
  /// (Google), but not two tenants.
  func isSame(_ one: String, _ other: String) -> Bool {
    if one.utf8.elementsEqual(other.utf8) { return true }
    guard case .withOrWithoutScheme(let issuer) = self else { return false }
    let spellings = [issuer.text, Self.withoutScheme(issuer)]
    return [one, other].allSatisfy { text in spellings.contains { $0.utf8.elementsEqual(text.utf8) } }
  }

  private static func withoutScheme(_ issuer: Issuer) -> String {
    String(issuer.text.drop { $0 != "/" }.dropFirst(2))
  }
}

extension IDTokenPolicy {
  /// Checks that the token is for this client, and for no untrusted audience (§3.1.3.7).
  func checkAudience(of claims: JWTClaims, algorithm: SignatureAlgorithm) throws -> [String] {
    let audience = try claims.checkAudience([clientID])
    if let other = audience.first(where: { $0 != clientID && !trustedAudiences.contains($0) }) {
      throw IDTokenError.untrustedAudience(UntrustedText(other))
    }
    // §3.1.3.7: a token for several audiences that is signed with the secret of one isn't
    // specified.
    guard !algorithm.isSymmetric || Set(audience).count == 1 else { throw JWTClaimsError.malformed("aud") }
    return audience
  }
}
