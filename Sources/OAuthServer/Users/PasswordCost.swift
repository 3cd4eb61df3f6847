/// How much work it takes to check a password, for the server at each sign-in and for a guesser at every guess (scrypt,
/// RFC 7914).
public struct PasswordCost: Sendable, Hashable {
  /// The binary logarithm of scrypt's `N`: how much memory is gone through.
  public let logRounds: Int
  /// scrypt's `r`: the size of a block, in units of 128 octets.
  public let blockSize: Int
  /// scrypt's `p`: how often all of it is done.
  public let parallelism: Int

  /// `N` = 2¹⁷, `r` = 8, `p` = 1: 128 MiB, and about a third of a second of one core; what OWASP asks for.
  public static let standard = PasswordCost(unchecked: 17, 8, 1)

  /// Chooses a cost.
  ///
  /// The limits keep a forged hash from asking for all of a machine's memory or time.
  /// - Parameters:
  ///   - logRounds: the binary logarithm of `N`: 1 to 20.
  ///   - blockSize: `r`: 1 to 32.
  ///   - parallelism: `p`: 1 to 16.
  /// - Returns: `nil` outside of these ranges, if it would need more than 1 GiB, or if it would be more work than 16 times
  ///   the standard's.
  public init?(logRounds: Int, blockSize: Int, parallelism: Int) {
    guard (1...20).contains(logRounds), (1...32).contains(blockSize), (1...16).contains(parallelism),
      blockSize << logRounds <= 1 << 23, (blockSize * parallelism) << logRounds <= 1 << 24,
      // RFC 7914 §2: N is less than 2^(128 · r / 8).
      logRounds < 16 * blockSize
    else { return nil }
    self.init(unchecked: logRounds, blockSize, parallelism)
  }

  private init(unchecked logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// How much memory one check takes, in octets.
  public var memory: Int { (128 * blockSize) << logRounds }

  /// How much work it is, in blocks.
  var work: Int { (blockSize * parallelism) << logRounds }
}
