/// An algorithm that protects the content key of a JWE, its `alg` (RFC 7518 §4).
///
/// RSA1_5, RSA-OAEP with SHA-1, passwords and shared secrets are not among them.
public enum KeyManagementAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSAES-OAEP with SHA-256 (RFC 7518 §4.3).
  case rsaOAEP256 = "RSA-OAEP-256"
  /// Key agreement whose result is the content key (RFC 7518 §4.6).
  case ecdhES = "ECDH-ES"
  /// Key agreement whose result wraps the content key with AES-128 (RFC 7518 §4.6).
  case ecdhESA128KW = "ECDH-ES+A128KW"
  /// Key agreement whose result wraps the content key with AES-256 (RFC 7518 §4.6).
  case ecdhESA256KW = "ECDH-ES+A256KW"

  /// The size of the wrapping key in bytes. Nil if nothing is wrapped with AES.
  var wrappingKeyBytes: Int? {
    switch self {
    case .rsaOAEP256, .ecdhES: nil
    case .ecdhESA128KW: 16
    case .ecdhESA256KW: 32
    }
  }
}
