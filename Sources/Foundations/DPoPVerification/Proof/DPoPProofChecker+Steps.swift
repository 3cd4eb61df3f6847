internal import Crypto
internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

extension DPoPProofChecker {
  /// Checks the proof's form, type, algorithm, key and signature (RFC 9449 §4.3, 2 to 7).
  func verify(_ proof: String) throws(DPoPProofError) -> (JWTClaims, VerifiedSignature) {
    do {
      let signature = try JSONWebSignature(compact: proof, maximumBytes: DPoPProofPolicy.maximumBytes)
      let key = try Self.key(in: signature.header)
      let verifiedSignature = try signature.verified(
        by: JSONWebKeySet([key]), allowing: policy.algorithms, type: .exactly("dpop+jwt"))
      return (try JWTClaims(verifiedSignature), verifiedSignature)
    } catch let error as DPoPProofError {
      throw error
    } catch {
      throw .notVerified(error as? JOSEError ?? .malformed(.header))
    }
  }

  private static func key(in header: JOSEHeader) throws(DPoPProofError) -> JSONWebKey {
    guard let jwk = header.members["jwk"], jwk != .null else { throw .noKey }
    guard var members = jwk.object else { throw .unusableKey(.notAnObject) }
    // The private members of RFC 7518 §6.2.2, §6.3.2, §6.4.1 and of RFC 8037 §2.
    guard JSONWebKey.privateMembers.isDisjoint(with: members.keys) else { throw .privateKey }
    // The proof has a single key, so it is used whatever its `kid` is.
    members["kid"] = header.keyID.map { .string($0) }
    let key: JSONWebKey
    do {
      key = try JSONWebKey(.object(members))
    } catch {
      throw .unusableKey(error)
    }
    // Anybody can send a proof.
    guard key.isFast else { throw .unusableKey(.unsupported(UntrustedText("RSA of more than 4096 bits"))) }
    return key
  }

  /// Checks the nonce (RFC 9449 §4.3, 10).
  func checkedNonce(_ claims: JWTClaims, _ now: Date) throws -> String? {
    guard let nonces else { return nil }
    guard let nonce = try claims.text("nonce") else { throw DPoPProofError.noNonce }
    guard nonces.accepts(nonce, at: now) else { throw DPoPProofError.anotherNonce }
    return nonce
  }

  /// Checks the proof's age (RFC 9449 §4.3, 11), even with a nonce: the nonce shows when the server
  /// sent it, not when the client created the proof.
  func checkAge(_ issuedAt: Date, _ now: Date) throws(DPoPProofError) {
    let age = now.timeIntervalSince(issuedAt)
    guard age <= policy.past.inSeconds else { throw .tooOld(secondsAgo: JWTClaims.wholeSeconds(age)) }
    guard -age <= policy.future.inSeconds else { throw .tooEarly(secondsAhead: JWTClaims.wholeSeconds(-age)) }
  }

  /// Checks the hash of the access token (RFC 9449 §4.3, 12).
  static func checkHash(_ claims: JWTClaims, of accessToken: Secret) throws {
    let hash = Base64URL.encode(SHA256.hash(data: Array(accessToken.reveal().utf8)))
    guard equalInConstantTime(try claims.requiredText("ath").utf8, hash.utf8) else { throw DPoPProofError.anotherToken }
  }
}
