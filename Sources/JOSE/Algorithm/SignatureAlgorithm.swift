/// A JWS algorithm that Pixy signs and verifies with (RFC 7518 §3.1, RFC 8037 §3.1).
///
/// `none` is not among them and never will be: what a token's header names is only ever compared with a set of these
/// that the caller allows.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// HMAC with SHA-256, a secret of 32 octets or more.
  case hs256 = "HS256"
  /// HMAC with SHA-384, a secret of 48 octets or more.
  case hs384 = "HS384"
  /// HMAC with SHA-512, a secret of 64 octets or more.
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
  /// Ed25519 (RFC 8037).
  case edDSA = "EdDSA"

  /// Whether the same secret makes and checks a signature.
  public var isSymmetric: Bool { keyType == .oct }

  /// All algorithms whose verifier can't sign; what a client allows unless it registered for something else.
  public static let asymmetric = Set(allCases.filter { !$0.isSymmetric })

  /// The kind of key that the algorithm works with.
  public var keyType: KeyType {
    switch self {
    case .hs256, .hs384, .hs512: .oct
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256, .es384, .es512: .ec
    case .edDSA: .okp
    }
  }
}

/// The `kty` of a JWK (RFC 7518 §6.1, RFC 8037 §2).
public enum KeyType: String, Sendable, Hashable, CaseIterable {
  /// RSA.
  case rsa = "RSA"
  /// Elliptic curves P-256, P-384 and P-521.
  case ec = "EC"
  /// Octet key pairs: Ed25519.
  case okp = "OKP"
  /// A secret.
  case oct = "oct"
}
