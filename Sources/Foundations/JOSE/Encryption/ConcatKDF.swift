internal import Crypto

/// The Concat KDF that turns an agreed secret into a key (RFC 7518 §4.6.2).
enum ConcatKDF {
  /// Derives a key.
  ///
  /// - Parameters:
  ///   - secret: The agreed secret, Z.
  ///   - algorithm: The `enc` for a content key, or else the `alg`.
  ///   - partyU: The bytes of `apu`.
  ///   - partyV: The bytes of `apv`.
  ///   - count: The size of the key in bytes, at most 32. So one round of SHA-256 is enough.
  static func key(
    from secret: [UInt8], algorithm: String, partyU: [UInt8], partyV: [UInt8], count: Int
  ) -> [UInt8] {
    precondition(count <= SHA256.byteCount)
    var hash = SHA256()
    hash.update(data: bigEndian(UInt32(1)))
    hash.update(data: secret)
    for part in [Array(algorithm.utf8), partyU, partyV] {
      hash.update(data: bigEndian(UInt32(part.count)))
      hash.update(data: part)
    }
    hash.update(data: bigEndian(UInt32(count * 8)))
    return Array(hash.finalize().prefix(count))
  }
}
