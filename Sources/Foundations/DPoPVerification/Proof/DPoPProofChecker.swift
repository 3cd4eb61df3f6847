internal import Crypto
internal import FoundationBasics
public import HTTPTypes
internal import JOSE
public import OAuthCore
internal import PKCE

/// Verifies the DPoP proofs of requests, for authorization servers and resource servers (RFC 9449
/// §4.3).
///
/// Create one for a server and share it. First examine the proof of a request, which needs no
/// database and can be done before the token is looked up. At the end spend the proof, so that it
/// is accepted only once:
///
/// ```swift
/// let proof = try checker.examine(request.headerFields, for: target, accessToken: token)
/// // … the token is valid, and bound to proof.keyThumbprint …
/// try await checker.spend(proof)
/// ```
///
/// `nbf`, `exp` and all other claims that RFC 9449 doesn't define are ignored. The server decides
/// from `iat` for how long a proof is valid.
public struct DPoPProofChecker: Sendable {
  /// The accepted algorithms and ages.
  public let policy: DPoPProofPolicy
  /// The generator and verifier of nonces. With nil, proofs need no nonce and a proof's nonce is
  /// ignored.
  public let nonces: (any DPoPNonces)?
  private let usedTokenIDs: (any UsedTokenIDs)?
  /// The number of seconds that may pass between examining and spending a proof, for example during
  /// a look-up of its token.
  private static let longestRequest = 30.0
  private let clock: WallClock

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - policy: The accepted algorithms and ages.
  ///   - nonces: The generator and verifier of nonces (§8, §9); nil requires none.
  ///   - usedTokenIDs: The store of used proofs. With nil, an attacker who sees a request can
  ///     repeat it until its proof is too old, at the same address and with the same token (§11.1).
  ///   - clock: The wall clock. Default: the system's.
  public init(
    policy: DPoPProofPolicy = DPoPProofPolicy(), nonces: (any DPoPNonces)? = nil,
    usedTokenIDs: (any UsedTokenIDs)?, clock: WallClock = .system
  ) {
    self.policy = policy
    self.nonces = nonces
    self.usedTokenIDs = usedTokenIDs
    self.clock = clock
  }

  /// Checks everything except whether the proof was used before.
  ///
  /// - Parameters:
  ///   - fields: The request's header fields.
  ///   - target: The method and address that the proof must be for.
  ///   - accessToken: The request's access token; nil at endpoints that use none, where `ath` is
  ///     ignored.
  ///   - thumbprint: The thumbprint of the required key; nil if any key is accepted, or if the
  ///     caller compares it later.
  /// - Throws: ``DPoPProofError`` with the first check that failed.
  public func examine(
    _ fields: HTTPFields, for target: DPoPTarget, accessToken: Secret? = nil, boundTo thumbprint: String? = nil
  ) throws(DPoPProofError) -> DPoPProof {
    let proofs = fields[values: .dpop]
    guard let proof = proofs.first else { throw .missing }
    // Some servers join repeated fields with commas, which no JWS contains.
    guard proofs.count == 1, !proof.contains(",") else { throw .repeated }
    let (claims, verified) = try verify(proof)
    do {
      let tokenID = try claims.requiredText("jti")
      guard tokenID.utf8.count <= DPoPProofPolicy.maximumTokenIDBytes else {
        throw DPoPProofError.longTokenID(limit: DPoPProofPolicy.maximumTokenIDBytes)
      }
      let method = try claims.requiredText("htm")
      let address = try claims.requiredText("htu")
      let issuedAt = try claims.requiredTime("iat")
      guard method == target.method.rawValue else { throw DPoPProofError.anotherMethod }
      guard let expectedAddress = target.address, NormalizedAddress(address) == expectedAddress else {
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

  /// Marks a proof as used (§11.1).
  ///
  /// Call it last, after all other checks of the request. Then only clients with a token or with
  /// valid authentication can fill the store of used proofs.
  /// - Parameter proof: The result of ``examine(_:for:accessToken:boundTo:)``.
  /// - Throws: ``DPoPProofError/used``, if the proof was used before, or if it was almost too old
  ///   when examined and half a minute or more has passed since. The errors of `UsedTokenIDs`, if
  ///   its store fails; the request must then be rejected.
  public func spend(_ proof: DPoPProof) async throws {
    guard let usedTokenIDs else { return }
    try await spend(proof, in: usedTokenIDs)
  }

  /// Marks a proof as used in another store than the checker's own, such as one for a single request.
  package func spend(_ proof: DPoPProof, in usedTokenIDs: any UsedTokenIDs) async throws {
    let id = UsedTokenID(.dpopProof, of: proof.keyThumbprint, proof.tokenID)
    guard try await usedTokenIDs.useOnce(id, until: proof.ends) else { throw DPoPProofError.used }
  }

  /// Returns the nonce to send in a response's `DPoP-Nonce` field (§8.2). Servers send it with
  /// every rejection because of a nonce, and with other responses if the client's nonce is no
  /// longer the newest.
  ///
  /// - Parameter proof: The request's proof, if it was accepted.
  /// - Returns: The newest nonce, or nil if the client has it already.
  public func nonceToSend(after proof: DPoPProof?) -> String? {
    guard let newest = nonces?.nonce(at: clock.now()), newest != proof?.nonce else { return nil }
    return newest
  }
}
