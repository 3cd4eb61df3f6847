internal import Crypto
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import HTTPTypes
internal import JOSE
public import OAuthCore
internal import PKCE

/// Checks the DPoP proofs of requests, for authorization servers and for resources (RFC 9449 §4.3).
///
/// Make one for a server and share it. A request's proof is first examined, which asks nobody and may be done before the token is
/// looked up, and at the end spent, so that it works once:
///
/// ```swift
/// let proof = try checker.examine(request.headerFields, for: target, accessToken: token)
/// // … the token is good, and bound to proof.keyThumbprint …
/// try await checker.spend(proof)
/// ```
///
/// `nbf`, `exp` and whatever other claims a proof has beside those of RFC 9449 are ignored: how long a proof is good for is decided by
/// the server, from `iat`.
public struct DPoPProofChecker: Sendable {
  /// What is accepted.
  public let policy: DPoPProofPolicy
  /// What gives and accepts nonces; nil if proofs need none, and then a proof's nonce isn't looked at.
  public let nonces: (any DPoPNonces)?
  private let usedTokenIDs: (any UsedTokenIDs)?
  /// How many seconds may pass between examining and spending a proof, while somebody is asked about its token.
  private static let longestRequest = 30.0
  private let clock: WallClock

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - policy: what is accepted.
  ///   - nonces: what gives and accepts nonces (§8, §9); nil asks for none.
  ///   - usedTokenIDs: remembers which proofs were used. Nil lets whoever sees a request send it again while its proof isn't too
  ///     old, to the same address with the same token (§11.1).
  ///   - clock: what time it is.
  public init(
    policy: DPoPProofPolicy = DPoPProofPolicy(), nonces: (any DPoPNonces)? = nil,
    usedTokenIDs: (any UsedTokenIDs)?, clock: WallClock = .system
  ) {
    self.policy = policy
    self.nonces = nonces
    self.usedTokenIDs = usedTokenIDs
    self.clock = clock
  }

  /// Checks everything but whether the proof was used before.
  ///
  /// - Parameters:
  ///   - fields: the request's header fields.
  ///   - target: what the proof must be for.
  ///   - accessToken: the token that the request carries; nil at endpoints that take none, and then an `ath` isn't looked at.
  ///   - thumbprint: of the key that the proof must be made with; nil if any will do, or that is compared later.
  /// - Throws: ``DPoPProofError``.
  public func examine(
    _ fields: HTTPFields, for target: DPoPTarget, accessToken: Secret? = nil, boundTo thumbprint: String? = nil
  ) throws(DPoPProofError) -> DPoPProof {
    let proofs = fields[values: .dpop]
    guard let proof = proofs.first else { throw .missing }
    // Some servers join repeated fields with commas, which no JWS has.
    guard proofs.count == 1, !proof.contains(",") else { throw .repeated }
    let (claims, verified) = try verify(proof)
    do {
      let tokenID = try claims.requiredText("jti")
      guard tokenID.utf8.count <= DPoPProofPolicy.maximumTokenIDOctets else {
        throw DPoPProofError.longTokenID(limit: DPoPProofPolicy.maximumTokenIDOctets)
      }
      let method = try claims.requiredText("htm")
      let address = try claims.requiredText("htu")
      let issuedAt = try claims.requiredTime("iat")
      guard method == target.method.rawValue else { throw DPoPProofError.anotherMethod }
      guard let wanted = target.address, NormalizedAddress(address) == wanted else {
        throw DPoPProofError.anotherAddress
      }
      let now = clock.now()
      let nonce = try checkedNonce(claims, now)
      try checkAge(issuedAt, now)
      if let accessToken { try Self.checkHash(claims, of: accessToken) }
      guard thumbprint == nil || verified.key.thumbprint == thumbprint else { throw DPoPProofError.anotherKey }
      return DPoPProof(
        key: verified.key, algorithm: verified.algorithm, tokenID: tokenID, issuedAt: issuedAt, nonce: nonce,
        ends: issuedAt.addingTimeInterval(policy.past.inSeconds + Self.longestRequest))
    } catch let error as JWTClaimsError {
      throw .claims(error)
    } catch let error as DPoPProofError {
      throw error
    } catch {
      throw .notVerified(.malformed(.payload))
    }
  }

  /// Uses a proof up (§11.1).
  ///
  /// Call it last, when nothing else can refuse the request for what it carries: only who has a token or proved who they are can then fill
  /// the memory of used proofs.
  /// - Parameter proof: what ``examine(_:for:accessToken:boundTo:)`` gave.
  /// - Throws: ``DPoPProofError/used``, also if half a minute or more has passed since a proof was examined that had almost ended then; what the ``UsedTokenIDs`` throw if they can't tell, and then the request isn't to be
  ///   granted.
  public func spend(_ proof: DPoPProof) async throws {
    guard let usedTokenIDs else { return }
    let id = UsedTokenID(.dpopProof, of: proof.keyThumbprint, proof.tokenID)
    guard try await usedTokenIDs.useOnce(id, until: proof.ends) else { throw DPoPProofError.used }
  }

  /// The nonce to send with an answer in a `DPoP-Nonce` field (§8.2): with every refusal for a nonce, and with other answers when the
  /// client's is no longer the newest.
  ///
  /// - Parameter proof: the request's, if it was accepted.
  /// - Returns: nil if there is nothing to send.
  public func nonceToSend(after proof: DPoPProof?) -> String? {
    guard let newest = nonces?.nonce(at: clock.now()), newest != proof?.nonce else { return nil }
    return newest
  }
}
