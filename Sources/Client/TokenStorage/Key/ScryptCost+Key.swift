internal import Crypto
internal import CryptoExtras
internal import FoundationBasics
internal import OAuthCore

extension ScryptCost {
  /// Derives the key from a passphrase.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if there isn't enough memory.
  func key(_ passphrase: Secret, salt: [UInt8], byteCount: Int = 32) throws(TokenStoreError) -> SymmetricKey {
    do {
      return try KDF.Scrypt.deriveKey(
        from: Array(passphrase.reveal().utf8), salt: salt, outputByteCount: byteCount, rounds: rounds,
        blockSize: blockSize, parallelism: parallelism)
    } catch {
      throw TokenStoreError(.failed, cause: "scrypt needs \(rounds * blockSize / 8) KiB of memory")
    }
  }
}
