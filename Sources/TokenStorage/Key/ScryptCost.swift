internal import Crypto
internal import CryptoExtras
internal import OAuthCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// How much work it takes to make a key of a passphrase, for its owner once and for a guesser at every guess (RFC 7914).
public struct ScryptCost: Sendable, Hashable {
  /// `N`: how many blocks are kept; a power of two.
  public let rounds: Int
  /// `r`: the size of a block, in units of 128 octets.
  public let blockSize: Int
  /// `p`: how often all of it is done.
  public let parallelism: Int

  /// 128 MiB and about a third of a second: `N` = 2¹⁷, `r` = 8, `p` = 1.
  public static let standard = ScryptCost(unchecked: 131_072, 8, 1)

  /// Chooses a cost.
  ///
  /// The limits keep a forged file from asking for all of a machine's memory or time.
  ///
  /// - Parameters:
  ///   - rounds: `N`: a power of two of 2 or more. Less than the standard's protects weak passphrases less.
  ///   - blockSize: `r`: 1 to 32.
  ///   - parallelism: `p`: 1 to 16.
  /// - Returns: `nil` outside of these ranges, if 128 · `N` · `r` is more than 1 GiB, or if `N` · `r` · `p` is more than 2²⁴.
  public init?(rounds: Int, blockSize: Int, parallelism: Int) {
    guard (2...1 << 23).contains(rounds), rounds & (rounds - 1) == 0, (1...32).contains(blockSize),
      (1...16).contains(parallelism), rounds * blockSize <= 1 << 23, rounds * blockSize * parallelism <= 1 << 24,
      // RFC 7914 §2: N is less than 2^(128 · r / 8).
      blockSize > 3 || rounds < 1 << (16 * blockSize)
    else { return nil }
    self.init(unchecked: rounds, blockSize, parallelism)
  }

  private init(unchecked rounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// The key of a passphrase.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if there isn't enough memory.
  func key(_ passphrase: Secret, salt: [UInt8], octetCount: Int = 32) throws(TokenStoreError) -> SymmetricKey {
    do {
      return try KDF.Scrypt.deriveKey(
        from: Array(passphrase.reveal().utf8), salt: salt, outputByteCount: octetCount, rounds: rounds,
        blockSize: blockSize, parallelism: parallelism)
    } catch {
      throw TokenStoreError(.failed, cause: "scrypt needs \(rounds * blockSize / 8) KiB of memory")
    }
  }
}
