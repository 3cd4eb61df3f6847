/// The work of checking a password: for the server at each sign-in, and for an attacker at every
/// guess (scrypt, RFC 7914).
public struct PasswordCost: Sendable, Hashable {
  /// The binary logarithm of scrypt's `N`, which determines the memory: 1 to 20.
  public let logRounds: Int
  /// scrypt's `r`: the size of a block, in units of 128 bytes; 1 to 32.
  public let blockSize: Int
  /// scrypt's `p`: the number of repetitions; 1 to 16.
  public let parallelism: Int

  /// The standard cost that OWASP recommends: `N` = 2¹⁷, `r` = 8, `p` = 1. It takes 128 MiB, and
  /// one core for about a third of a second.
  public static let standard = PasswordCost(unchecked: 17, 8, 1)

  /// Creates a cost.
  ///
  /// The limits prevent a forged hash from taking all of a machine's memory or time.
  /// - Parameters:
  ///   - logRounds: The binary logarithm of `N`: 1 to 20.
  ///   - blockSize: scrypt's `r`: 1 to 32.
  ///   - parallelism: scrypt's `p`: 1 to 16.
  /// - Returns: `nil` outside of these ranges, above 1 GiB of memory, or above 16 times the work of
  ///   ``standard``.
  public init?(logRounds: Int, blockSize: Int, parallelism: Int) {
    guard (1...20).contains(logRounds), (1...32).contains(blockSize), (1...16).contains(parallelism),
      blockSize << logRounds <= 1 << 23, (blockSize * parallelism) << logRounds <= 1 << 24,
      // N must be less than 2^(128 · r / 8) (RFC 7914 §2).
      logRounds < 16 * blockSize
    else { return nil }
    self.init(unchecked: logRounds, blockSize, parallelism)
  }

  private init(unchecked logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// The memory that one check takes, in bytes.
  public var memory: Int { (128 * blockSize) << logRounds }

  /// The work of one check, in blocks.
  var work: Int { (blockSize * parallelism) << logRounds }
}
