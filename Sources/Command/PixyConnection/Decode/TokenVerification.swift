internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PixyWire

/// The checks of a token that the user's options require: a key, an issuer whose keys are fetched,
/// and an audience.
struct TokenVerification: Sendable {
  /// The source of the verification key.
  enum Keys: Sendable {
    /// No key was given.
    case none
    /// Keys from a file.
    case given(JSONWebKeySet)
    /// The issuer's published keys.
    case published(RemoteKeySet)
  }

  let keys: Keys
  /// The required issuer, or `nil` to skip this check.
  var issuer: Issuer?
  /// The accepted audiences, one of which must be in `aud`. Empty to skip this check.
  var audience: Set<String> = []
  /// The accepted signature algorithms.
  var algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric
  var tolerance = ClockTolerance.standard

  /// Performs all checks, in order, and lists those that were skipped.
  /// - Throws: The error of fetching the keys. A token that isn't valid is no error here.
  func checks(of token: Secret, _ decodedToken: DecodedToken, now: Date) async throws -> [TokenCheck] {
    switch decodedToken.kind {
    case .opaque:
      return [.notDone("signature", "an opaque token has no signature; ask the server with pixy introspect (RFC 7662)")]
    case .incomplete:
      let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false).count
      return [
        .failed(
          "form",
          """
          a signed JWT has three parts and an encrypted one five, separated by full stops; this text has \(parts). \
          Copy the whole token
          """)
      ]
    case .encrypted:
      return [.notDone("signature", "the token is encrypted; give the key with --decryption-key-file (RFC 7516)")]
    default: return [try await signature(of: token, decodedToken)] + claims(decodedToken, now: now)
    }
  }

  // MARK: Signature

  private func signature(of token: Secret, _ decodedToken: DecodedToken) async throws -> TokenCheck {
    do {
      let signature = try JSONWebSignature(compact: token.reveal())
      switch keys {
      // Any client can create a proof. Its own key proves nothing about an issuer or an audience.
      case .none where decodedToken.kind == .dpopProof && issuer == nil && audience.isEmpty:
        return try proof(signature)
      case .none:
        return .notDone("signature", "no key was given; use --issuer to fetch the issuer's keys, or --key-file")
      case .given(let keys):
        return Self.right(try signature.verified(by: keys, allowing: algorithms), "the given key")
      case .published(let keys):
        return Self.right(
          try await keys.verified(signature, allowing: algorithms), "the issuer's key at \(keys.endpoint)")
      }
    } catch let error as JOSEError {
      return .failed("signature", error.explanation)
    }
  }

  /// Verifies a DPoP proof with the key in its header (RFC 9449 §4.3). A valid signature proves
  /// that the sender holds the private key.
  private func proof(_ signature: JSONWebSignature) throws(JOSEError) -> TokenCheck {
    guard let member = signature.header.members["jwk"], let members = member.object else {
      return .failed("signature", "The proof has no jwk in its header (RFC 9449 §4.2).")
    }
    guard WireRedaction.privateKeyMembers.isDisjoint(with: members.keys) else {
      return .failed("signature", "The proof discloses a private key in its header (RFC 9449 §4.3).")
    }
    let key: JSONWebKey
    do {
      key = try JSONWebKey(member)
    } catch {
      return .failed("signature", error.explanation)
    }
    let verified = try signature.verified(
      by: JSONWebKeySet([key]), allowing: algorithms.intersection(SignatureAlgorithm.ofKeyPairs),
      type: .exactly("dpop+jwt"))
    return .passed(
      "signature",
      """
      \(verified.algorithm.rawValue), with the key in its own header; tokens bound to it have the jkt \
      \(key.thumbprint)
      """
    )
  }

  private static func right(_ verified: VerifiedSignature, _ key: String) -> TokenCheck {
    let name = verified.key.keyID.map { ", kid \(UntrustedText($0))" } ?? ""
    return .passed("signature", "\(verified.algorithm.rawValue), with \(key)\(name)")
  }

  // MARK: Claims

  private func claims(_ decodedToken: DecodedToken, now: Date) -> [TokenCheck] {
    let claims = JWTClaims(unverified: decodedToken.claims)
    var checks: [TokenCheck] = []
    if let issuer {
      checks.append(
        Self.check("iss", "is \(issuer)") { () throws(JWTClaimsError) in try claims.checkIssuer(issuer.text) })
    } else if decodedToken.claims["iss"] != nil {
      checks.append(.notDone("iss", "no issuer was given (--issuer)"))
    }
    if !audience.isEmpty {
      checks.append(
        Self.check("aud", "names the given audience") { () throws(JWTClaimsError) in
          _ = try claims.checkAudience(audience)
        })
    } else if decodedToken.claims["aud"] != nil {
      checks.append(.notDone("aud", "no audience was given (--audience)"))
    }
    let hasTimes = ["exp", "nbf", "iat"].contains { decodedToken.claims[$0] != nil }
    checks.append(
      hasTimes
        ? Self.check("times", "within exp, nbf and iat, as far as the token has them") { () throws(JWTClaimsError) in
          try claims.checkTimes(now: now, tolerance: tolerance)
        } : .notDone("times", "the token has no exp, nbf or iat"))
    return checks
  }

  private static func check(
    _ name: String, _ right: String, _ body: () throws(JWTClaimsError) -> Void
  ) -> TokenCheck {
    do {
      try body()
      return .passed(name, right)
    } catch {
      return .failed(name, error.explanation)
    }
  }
}
