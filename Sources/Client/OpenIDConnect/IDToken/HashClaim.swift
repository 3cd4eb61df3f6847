public import JOSE
public import OAuthCore

/// A claim that binds an ID token to a value that came with it (OpenID Connect Core §3.1.3.6,
/// §3.3.2.11).
public enum HashClaim: String, Sendable, Hashable, CaseIterable {
  /// The hash of the access token.
  case accessToken = "at_hash"
  /// The hash of the code.
  case code = "c_hash"
  /// The hash of `state` (FAPI 1.0 Part 2: Advanced).
  case state = "s_hash"

  /// Returns the required value of the claim: the left half of a hash, as base64url.
  ///
  /// - Parameters:
  ///   - secret: The access token, code or `state`.
  ///   - algorithm: The `alg` of the ID token's header, whose hash function is used. For Ed25519 it
  ///     is SHA-512 (RFC 8032 §5.1).
  /// - Returns: Nil for ML-DSA, whose hash function Pixy doesn't have.
  public static func value(of secret: Secret, algorithm: SignatureAlgorithm) -> String? {
    algorithm.leftHalfOfHash(of: secret)
  }
}
