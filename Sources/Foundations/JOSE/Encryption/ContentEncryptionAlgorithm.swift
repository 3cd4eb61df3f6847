internal import Crypto
internal import CryptoExtras
internal import PKCE

/// An algorithm that encrypts and authenticates the content of a JWE, its `enc` (RFC 7518 §5).
public enum ContentEncryptionAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// AES-128 in Galois/Counter Mode (RFC 7518 §5.3).
  case a128GCM = "A128GCM"
  /// AES-256 in Galois/Counter Mode (RFC 7518 §5.3).
  case a256GCM = "A256GCM"
  /// AES-128 in CBC mode, authenticated with HMAC SHA-256 (RFC 7518 §5.2.3).
  case a128CBCHS256 = "A128CBC-HS256"

  /// The ciphertext of a content, with what its decryption needs besides the key.
  struct Sealed: Sendable, Hashable {
    let initializationVector: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
  }

  /// The size of the content key in bytes.
  var keyBytes: Int { self == .a128GCM ? 16 : 32 }

  /// Encrypts bytes with a fresh initialization vector.
  func seal(_ plaintext: [UInt8], authenticating data: [UInt8], key: [UInt8]) throws -> Sealed {
    switch self {
    case .a128GCM, .a256GCM:
      let box = try AES.GCM.seal(plaintext, using: SymmetricKey(data: key), authenticating: data)
      return Sealed(initializationVector: Array(box.nonce), ciphertext: Array(box.ciphertext), tag: Array(box.tag))
    case .a128CBCHS256:
      let vector = AES._CBC.IV()
      let ciphertext = Array(try AES._CBC.encrypt(plaintext, using: SymmetricKey(data: key[16...]), iv: vector))
      let tag = Self.tag(data, Array(vector), ciphertext, key: key)
      return Sealed(initializationVector: Array(vector), ciphertext: ciphertext, tag: tag)
    }
  }

  /// Decrypts bytes whose tag is right. Nil for every other input, without a reason.
  func open(_ sealedContent: Sealed, authenticating data: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard key.count == keyBytes, sealedContent.tag.count == 16 else { return nil }
    switch self {
    case .a128GCM, .a256GCM:
      // RFC 7518 §5.3: 96 bits. AES-GCM itself allows other lengths.
      guard sealedContent.initializationVector.count == 12,
        let nonce = try? AES.GCM.Nonce(data: sealedContent.initializationVector),
        let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: sealedContent.ciphertext, tag: sealedContent.tag),
        let plaintext = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: data)
      else { return nil }
      return Array(plaintext)
    case .a128CBCHS256:
      // RFC 7518 §5.2.2.2: nothing is decrypted before the tag was compared, so that the padding is
      // no oracle.
      let tag = Self.tag(data, sealedContent.initializationVector, sealedContent.ciphertext, key: key)
      guard equalInConstantTime(tag, sealedContent.tag), sealedContent.initializationVector.count == 16,
        let vector = try? AES._CBC.IV(ivBytes: sealedContent.initializationVector),
        let plaintext = try? AES._CBC.decrypt(
          sealedContent.ciphertext, using: SymmetricKey(data: key[16...]), iv: vector)
      else { return nil }
      return Array(plaintext)
    }
  }

  /// Computes the tag of AES-CBC (RFC 7518 §5.2.2.1, steps 4 and 5).
  private static func tag(
    _ data: [UInt8], _ vector: [UInt8], _ ciphertext: [UInt8], key: [UInt8]
  ) -> [UInt8] {
    var code = HMAC<SHA256>(key: SymmetricKey(data: key[..<16]))
    code.update(data: data)
    code.update(data: vector)
    code.update(data: ciphertext)
    code.update(data: bigEndian(UInt64(data.count) * 8))
    return Array(code.finalize().prefix(16))
  }
}

/// Returns the bytes of a number, the most significant one first.
func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
