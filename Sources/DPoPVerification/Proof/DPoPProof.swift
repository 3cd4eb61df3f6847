#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
internal import OAuthCore

/// A DPoP proof that was checked: whoever sent the request has the private part of ``key`` (RFC 9449 §4.3).
///
/// Only ``DPoPProofChecker`` makes one. An authorization server binds the token that it gives to ``keyThumbprint``; a
/// resource compares that with the token's.
public struct DPoPProof: Sendable, Hashable {
  /// The public key that the proof was made with.
  public let key: JSONWebKey
  /// The `jkt` of tokens that are bound to the key (RFC 9449 §6.1).
  public let keyThumbprint: String
  /// The algorithm that signed it.
  public let algorithm: SignatureAlgorithm
  /// The `jti`: the proof's own name.
  public let tokenID: String
  /// The `iat`.
  public let issuedAt: Date
  /// The `nonce`, which the checker's nonces accepted; nil if the proof has none, or nobody asks for nonces.
  public let nonce: String?
  /// From when on the proof is too old in any case, and no request is under way with it, so that its `jti` need not be remembered.
  let ends: Date

  init(
    key: JSONWebKey, algorithm: SignatureAlgorithm, tokenID: String, issuedAt: Date, nonce: String?, ends: Date
  ) {
    self.key = key
    keyThumbprint = key.thumbprint
    self.algorithm = algorithm
    self.tokenID = tokenID
    self.issuedAt = issuedAt
    self.nonce = nonce
    self.ends = ends
  }
}

extension DPoPProof: CustomStringConvertible {
  /// The key's thumbprint.
  public var description: String { "DPoPProof(\(keyThumbprint))" }
}
