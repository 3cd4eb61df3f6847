/// How many wrong user codes are looked at in a minute of the clock (RFC 8628 §5.1).
///
/// A user code is one of 20^8 = 25.6 thousand million. Codes that live ten minutes live in eleven minutes of the clock at most, so that
/// with the standard limits
/// - one address has 55 guesses while a code waits: one chance in 465 million for each code that is waiting, or 2^-28.8;
/// - all addresses together have 11,000: one chance in 2.3 million, or 2^-21.2;
/// - who has thousands of networks has 55,000: one chance in 465 thousand, or 2^-18.8.
///
/// RFC 8628 §5.1 has 2^-32 for five guesses in all, which is what one person has who mistypes. The limit for one address is the one
/// that stops guessing; the limit for all is there for somebody who has very many addresses. One customer may have 65,536 IPv6 networks of 64 bits
/// (RFC 6177 §2): all networks with the same 48 bits have ten times the limit of one address together. Who fills the limit for all
/// must not keep others from entering codes: from then on a network that had no wrong code in this minute still has one guess, until there
/// were five times as many in all. To shut everybody out takes 4,020 networks, of which all but 20 are used up by one guess, each minute.
/// What a right guess brings is low besides: somebody else's device signed in to the guesser's account.
public struct WrongUserCodeLimits: Sendable, Hashable {
  /// From one address; addresses that aren't known are one.
  public let perAddress: Int
  /// From all addresses together; networks that had no wrong code are looked at beyond it.
  public let inAll: Int

  /// From all IPv6 addresses with the same first 48 bits, which one customer may have.
  public var perNetwork: Int { perAddress * 10 }
  /// From all addresses together, whatever they did before.
  public var utmost: Int { inAll * 5 }

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

  /// Whether another code is looked at, for stores.
  /// - Parameters:
  ///   - origin: where it comes from.
  ///   - inAll: how many wrong codes there were in this minute.
  ///   - wrongCodes: how many of them were counted under a key.
  /// - Throws: what `wrongCodes` throws.
  public func admit<Failure: Error>(
    _ origin: UserCodeOrigin, inAll: Int, _ wrongCodes: (SignInAttemptKey) throws(Failure) -> Int
  ) throws(Failure) -> Bool {
    let fromNetwork = try wrongCodes(origin.network)
    guard try wrongCodes(origin.address) < perAddress, fromNetwork < perNetwork else { return false }
    return inAll < self.inAll || (fromNetwork == 0 && inAll < utmost)
  }
}
