#if os(Linux) || os(macOS)
internal import Crypto
internal import JOSE

/// The mechanism of PKCS #11 for an algorithm (PKCS #11 Mechanisms v2.40 §2.1, §2.3).
///
/// For ECDSA the hash is computed here: all tokens have CKM_ECDSA, and few have the mechanisms with
/// a hash. Its signature is r and s in full length already, as JWS wants it (RFC 7518 §3.4).
struct PKCS11Mechanism: Sendable {
  /// The kind of a key, and its defining attributes.
  enum KeyKind: Sendable {
    /// A key on a curve: its name in a JWK, its object identifier in DER, and the length of a
    /// coordinate.
    case ec(curve: String, parameters: [UInt8], coordinate: Int)
    case rsa
  }

  let kind: KeyKind
  let type: UInt
  /// The words of the mechanism's parameter.
  let parameter: [UInt]
  private let hash: (@Sendable ([UInt8]) -> [UInt8])?

  private static let ecdsa: UInt = 0x1041

  init(_ algorithm: SignatureAlgorithm) throws(PKCS11Error) {
    switch algorithm {
    case .es256:
      self.init(.ec(curve: "P-256", parameters: Self.p256, coordinate: 32)) { Array(SHA256.hash(data: $0)) }
    case .es384:
      self.init(.ec(curve: "P-384", parameters: Self.p384, coordinate: 48)) { Array(SHA384.hash(data: $0)) }
    case .es512:
      self.init(.ec(curve: "P-521", parameters: Self.p521, coordinate: 66)) { Array(SHA512.hash(data: $0)) }
    case .rs256: self.init(rsa: 0x40)
    case .rs384: self.init(rsa: 0x41)
    case .rs512: self.init(rsa: 0x42)
    // CK_RSA_PKCS_PSS_PARAMS: the hash, the mask generation function with the same hash, and a salt
    // of the same length (RFC 7518 §3.5).
    case .ps256: self.init(rsa: 0x43, parameter: [0x250, 2, 32])
    case .ps384: self.init(rsa: 0x44, parameter: [0x260, 3, 48])
    case .ps512: self.init(rsa: 0x45, parameter: [0x270, 4, 64])
    case .hs256, .hs384, .hs512, .edDSA, .ed25519, .mlDSA65, .mlDSA87:
      throw .unsupportedAlgorithm(algorithm.rawValue)
    }
  }

  private init(_ kind: KeyKind, hash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.kind = kind
    type = Self.ecdsa
    parameter = []
    self.hash = hash
  }

  private init(rsa type: UInt, parameter: [UInt] = []) {
    kind = .rsa
    self.type = type
    self.parameter = parameter
    hash = nil
  }

  /// The bytes that the token gets.
  func input(_ bytes: [UInt8]) -> [UInt8] { hash?(bytes) ?? bytes }

  // The curves' object identifiers (RFC 5480 §2.1.1.1).
  private static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  private static let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
  private static let p521: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
}
#endif
