public import JOSE
public import OAuthCore

/// A claim that ties an ID token to something that came with it (OpenID Connect Core §3.1.3.6, §3.3.2.11).
public enum HashClaim: String, Sendable, Hashable, CaseIterable {
  /// The hash of the access token.
  case accessToken = "at_hash"
  /// The hash of the code.
  case code = "c_hash"
  /// The hash of `state` (FAPI 1.0 Part 2: Advanced).
  case state = "s_hash"

  /// The value that the claim must have: the left half of a hash, as base64url.
  ///
  /// - Parameters:
  ///   - secret: the access token, code or `state`.
  ///   - algorithm: the `alg` of the ID token's header, whose hash is used. EdDSA with Ed25519 uses SHA-512 (RFC 8032
  ///     §5.1), and so does this.
  public static func value(of secret: Secret, algorithm: SignatureAlgorithm) -> String {
    algorithm.leftHalfOfHash(of: secret)
  }
}
