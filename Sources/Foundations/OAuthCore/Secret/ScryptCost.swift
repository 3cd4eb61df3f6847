/// The work that scrypt takes (RFC 7914): for the owner of a password once, and for an attacker at
/// each guess.
public struct ScryptCost: Sendable, Hashable {
  /// `N`: the number of blocks in memory, a power of two.
  public let rounds: Int
  /// `r`: the size of a block, in units of 128 bytes.
  public let blockSize: Int
  /// `p`: the number of times that the whole computation runs.
  public let parallelism: Int

  /// The standard cost that OWASP recommends: `N` = 2¹⁷, `r` = 8, `p` = 1. It takes 128 MiB, and
  /// one core for about a third of a second.
  public static let standard = ScryptCost(unchecked: 131_072, 8, 1)

  /// Creates a cost.
  ///
  /// The limits prevent a forged file or hash from taking all of a machine's memory or time.
  ///
  /// - Parameters:
  ///   - rounds: `N`: a power of two, 2 or more. A value below the standard cost protects weak
  ///     passwords less.
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

  /// Creates a cost as password hashes write it (`ln`).
  ///
  /// - Parameters:
  ///   - logRounds: The binary logarithm of `N`: 1 to 20.
  ///   - blockSize: `r`: 1 to 32.
  ///   - parallelism: `p`: 1 to 16.
  /// - Returns: `nil` outside of these ranges, if 128 · `N` · `r` is more than 1 GiB, or if `N` ·
  ///   `r` · `p` is more than 2²⁴.
  public init?(logRounds: Int, blockSize: Int, parallelism: Int) {
    guard (1...20).contains(logRounds) else { return nil }
    self.init(rounds: 1 << logRounds, blockSize: blockSize, parallelism: parallelism)
  }

  private init(unchecked rounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// The binary logarithm of `N`.
  public var logRounds: Int { rounds.trailingZeroBitCount }

  /// The memory in bytes.
  public var memory: Int { 128 * rounds * blockSize }

  /// The work in blocks.
  package var work: Int { rounds * blockSize * parallelism }
}
