/// A JWS algorithm with which Pixy signs and verifies (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864,
/// RFC 9964).
///
/// `none` isn't included, by design. The algorithm in a token's header is only compared with the
/// set that the caller allows.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// HMAC with SHA-256. The secret has 32 bytes or more.
  case hs256 = "HS256"
  /// HMAC with SHA-384. The secret has 48 bytes or more.
  case hs384 = "HS384"
  /// HMAC with SHA-512. The secret has 64 bytes or more.
  case hs512 = "HS512"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"
  /// Ed25519 under its older name (RFC 8037), which most programs use.
  case edDSA = "EdDSA"
  /// Ed25519 under the name that says so (RFC 9864 §2.2). It is accepted wherever ``edDSA`` is.
  case ed25519 = "Ed25519"
  /// ML-DSA-65, which withstands quantum computers (RFC 9964). It must be allowed by name. Apple's
  /// systems have it from version 26 on.
  case mlDSA65 = "ML-DSA-65"
  /// ML-DSA-87, which withstands quantum computers (RFC 9964). It must be allowed by name. Apple's
  /// systems have it from version 26 on.
  case mlDSA87 = "ML-DSA-87"

  /// Whether one secret both creates and verifies signatures (HMAC).
  public var isSymmetric: Bool { keyType == .oct }

  /// The algorithms with RSA and elliptic curves, whose verification key can't sign. Default of
  /// clients, unless they registered for a different algorithm.
  ///
  /// ML-DSA isn't among them: its signatures have 3 to 5 kB, and a caller allows it by name.
  public static let asymmetric = Set(allCases.filter { $0.keyType != .oct && $0.keyType != .akp })

  /// All algorithms with a public and a private key, ML-DSA included.
  package static let ofKeyPairs = Set(allCases.filter { !$0.isSymmetric })

  /// The type of key that the algorithm needs.
  public var keyType: KeyType {
    switch self {
    case .hs256, .hs384, .hs512: .oct
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256, .es384, .es512: .ec
    case .edDSA, .ed25519: .okp
    case .mlDSA65, .mlDSA87: .akp
    }
  }
}

extension Set<SignatureAlgorithm> {
  /// Returns whether a header may name the algorithm. `Ed25519` is another name for EdDSA with an
  /// Ed25519 key, so the older name allows both (RFC 9864 §2.2).
  func permits(_ algorithm: SignatureAlgorithm) -> Bool {
    contains(algorithm) || (algorithm == .ed25519 && contains(.edDSA))
  }
}

/// The type of a key, the `kty` of a JWK (RFC 7518 §6.1, RFC 8037 §2, RFC 9964 §3).
public enum KeyType: String, Sendable, Hashable, CaseIterable {
  /// RSA.
  case rsa = "RSA"
  /// An elliptic curve: P-256, P-384 or P-521.
  case ec = "EC"
  /// An octet key pair: Ed25519.
  case okp = "OKP"
  /// An algorithm key pair, whose `alg` names its only algorithm: ML-DSA.
  case akp = "AKP"
  /// A secret for HMAC.
  case oct = "oct"
}
