/// How many wrong user codes are looked at in a minute of the clock (RFC 8628 §5.1).
///
/// A user code is one of 20^8 = 25.6 thousand million. Codes that live ten minutes live in eleven minutes of the clock at most, so that
/// with the standard limits
/// - one address has 55 guesses while a code waits: one chance in 465 million for each code that is waiting, or 2^-28.8;
/// - all addresses together have 11,000: one chance in 2.3 million, or 2^-21.2.
///
/// RFC 8628 §5.1 has 2^-32 for five guesses in all, which is what one person has who mistypes. The limit for one address is the one
/// that stops guessing; the limit for all is there for somebody who has very many addresses. Whoever fills it keeps everybody from
/// entering codes for the rest of that minute, and needs 200 addresses for that. What a right guess brings is low besides: somebody else's
/// device signed in to the guesser's account.
public struct WrongUserCodeLimits: Sendable, Hashable {
  /// From one address; addresses that aren't known are one.
  public let perAddress: Int
  /// From all addresses together.
  public let inAll: Int

  /// Five from one address, a thousand from all.
  public static let standard = WrongUserCodeLimits(perAddress: 5, inAll: 1_000)

  /// Limits of one's own. What is outside of the ranges counts as the nearer end: no limit can be so high that guessing pays.
  ///
  /// - Parameters:
  ///   - perAddress: from one address, from 1 to 1,000.
  ///   - inAll: from all together, from 1 to 1,000.
  public init(perAddress: Int, inAll: Int) {
    self.perAddress = min(max(perAddress, 1), 1_000)
    self.inAll = min(max(inAll, 1), 1_000)
  }
}
