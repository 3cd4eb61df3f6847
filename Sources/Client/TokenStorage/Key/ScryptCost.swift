internal import Crypto
internal import CryptoExtras
internal import OAuthCore

internal import FoundationBasics

/// The work that deriving a key from a passphrase takes: once for the owner, and again for each
/// guess of an attacker (RFC 7914).
public struct ScryptCost: Sendable, Hashable {
  /// `N`: the number of blocks in memory, a power of two.
  public let rounds: Int
  /// `r`: the size of a block, in units of 128 bytes.
  public let blockSize: Int
  /// `p`: the number of times that the whole computation runs.
  public let parallelism: Int

  /// The default cost: 128 MiB and about a third of a second (`N` = 2¹⁷, `r` = 8, `p` = 1).
  public static let standard = ScryptCost(unchecked: 131_072, 8, 1)

  /// Creates a cost.
  ///
  /// The limits prevent a forged file from taking all of a machine's memory or time.
  ///
  /// - Parameters:
  ///   - rounds: `N`: a power of two, 2 or more. A value below the default protects weak
  ///     passphrases less.
  ///   - blockSize: `r`: 1 to 32.
  ///   - parallelism: `p`: 1 to 16.
  /// - Returns: `nil` outside of these ranges, if 128 · `N` · `r` is more than 1 GiB, or if `N` ·
  ///   `r` · `p` is more than 2²⁴.
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
