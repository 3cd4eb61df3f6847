internal import Crypto
package import OAuthCore
internal import PKCE

extension SignatureAlgorithm {
  /// Hashes a secret and returns the left half of the hash as base64url, for `at_hash` and similar
  /// claims (OpenID Connect Core §3.1.3.6, §3.3.2.11). The hash function is the algorithm's own.
  /// Ed25519 uses SHA-512 (RFC 8032 §5.1).
  ///
  /// - Returns: Nil for ML-DSA, whose hash function is SHAKE256 (FIPS 204 §3.7), which swift-crypto
  ///   doesn't offer.
  package func leftHalfOfHash(of secret: Secret) -> String? {
    let bytes = Array(secret.reveal().utf8)
    let hash: [UInt8]
    switch self {
    case .hs256, .rs256, .ps256, .es256: hash = Array(SHA256.hash(data: bytes))
    case .hs384, .rs384, .ps384, .es384: hash = Array(SHA384.hash(data: bytes))
    case .hs512, .rs512, .ps512, .es512, .edDSA, .ed25519: hash = Array(SHA512.hash(data: bytes))
    case .mlDSA65, .mlDSA87: return nil
    }
    return Base64URL.encode(hash.prefix(hash.count / 2))
  }
}
