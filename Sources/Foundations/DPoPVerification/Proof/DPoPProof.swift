public import FoundationBasics
public import JOSE
internal import OAuthCore

/// A verified DPoP proof: the sender of the request has the private part of ``key`` (RFC 9449
/// §4.3).
///
/// Only ``DPoPProofChecker`` creates one. An authorization server binds the issued token to
/// ``keyThumbprint``. A resource server compares the thumbprint with the token's.
public struct DPoPProof: Sendable, Hashable {
  /// The public key that verified the proof.
  public let key: JSONWebKey
  /// The thumbprint of the key: the `jkt` of tokens that are bound to it (RFC 9449 §6.1).
  public let keyThumbprint: String
  /// The algorithm of the signature.
  public let algorithm: SignatureAlgorithm
  /// The proof's identifier, `jti`.
  public let tokenID: String
  /// The time of the proof's creation, `iat`.
  public let issuedAt: Date
  /// The `nonce`, which the checker accepted; nil if the proof has none, or if the server uses no
  /// nonces.
  public let nonce: String?
  /// The moment from which the proof is too old and no request is under way with it. Its `jti`
  /// needn't be stored any longer.
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
  /// The thumbprint of the key.
  public var description: String { "DPoPProof(\(keyThumbprint))" }
}
