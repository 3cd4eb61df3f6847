internal import Crypto
internal import CryptoExtras
internal import OAuthCore
internal import PKCE

extension JSONWebKey {
  /// Reads a certificate's public key (RFC 5280 §4.1.2.7); nil if the key is of an unsupported type
  /// or too weak.
  ///
  /// - Parameter der: The SubjectPublicKeyInfo, encoded as DER.
  package init?(subjectPublicKeyInfo der: [UInt8]) {
    guard let members = Self.members(der), let key = try? JSONWebKey(.object(members)) else { return nil }
    self = key
  }

  private static func members(_ der: [UInt8]) -> [String: JSONValue]? {
    if let key = try? P256.Signing.PublicKey(derRepresentation: der) {
      return ec("P-256", Array(key.rawRepresentation))
    }
    if let key = try? P384.Signing.PublicKey(derRepresentation: der) {
      return ec("P-384", Array(key.rawRepresentation))
    }
    if let key = try? P521.Signing.PublicKey(derRepresentation: der) {
      return ec("P-521", Array(key.rawRepresentation))
    }
    // RFC 8410 §4: the 12 bytes before the key are always the same.
    if der.count == 44, der.starts(with: [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]) {
      return ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(der[12...]))]
    }
    guard let primitives = try? _RSA.Signing.PublicKey(derRepresentation: der).getKeyPrimitives() else { return nil }
    return [
      "kty": "RSA", "n": .string(Base64URL.encode(primitives.modulus)),
      "e": .string(Base64URL.encode(primitives.publicExponent)),
    ]
  }

  private static func ec(_ curve: String, _ point: [UInt8]) -> [String: JSONValue] {
    let half = point.count / 2
    return [
      "kty": "EC", "crv": .string(curve), "x": .string(Base64URL.encode(point[..<half])),
      "y": .string(Base64URL.encode(point[half...])),
    ]
  }
}
