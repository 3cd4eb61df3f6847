/// The limits on wrong user codes per minute of the clock (RFC 8628 §5.1).
///
/// There are 20^8 = 25.6 billion user codes. A code that is valid for ten minutes exists during at
/// most eleven minutes of the clock. With the standard limits, the chance to guess one waiting code
/// in that time is:
/// - from one address, with 55 guesses: one in 465 million, or 2^-28.8;
/// - from all addresses together, with 11,000 guesses: one in 2.3 million, or 2^-21.2;
/// - for an attacker with thousands of networks, with 55,000 guesses: one in 465 thousand, or
///   2^-18.8.
///
/// RFC 8628 §5.1 assumes 2^-32 for five guesses in total, which is what one user who mistypes
/// needs. The limit per address stops ordinary guessing. The limit for all addresses stops
/// attackers with very many addresses. One customer may have 65,536 IPv6 networks of 64 bits (RFC
/// 6177 §2), so all networks with the same 48 bits together have ten times the limit of one
/// address.
///
/// An attacker who exhausts the limit for all must not stop users from entering codes. Beyond it, a
/// network without a wrong code in this minute still has one guess, up to five times the limit.
/// Blocking every user takes 4,020 networks per minute, and all but 20 of them are used up by one
/// guess. A correct guess also gains little: it signs another user's device in to the attacker's
/// account.
public struct WrongUserCodeLimits: Sendable, Hashable {
  /// The limit per address. All unknown addresses count as one.
  public let perAddress: Int
  /// The limit for all addresses together. Beyond it, only networks without a wrong code are
  /// accepted.
  public let inAll: Int

  /// The limit for all IPv6 addresses with the same first 48 bits, which one customer may have.
  public var perNetwork: Int { perAddress * 10 }
  /// The limit for all addresses together, without exception.
  public var hardLimit: Int { inAll * 5 }

  /// Five per address, 1,000 in total.
  public static let standard = WrongUserCodeLimits(perAddress: 5, inAll: 1_000)

  /// Creates limits. Values outside the ranges are clamped, so no limit is high enough to make
  /// guessing worthwhile.
  ///
  /// - Parameters:
  ///   - perAddress: The limit per address, from 1 to 1,000.
  ///   - inAll: The limit for all addresses together, from 1 to 1,000.
  public init(perAddress: Int, inAll: Int) {
    self.perAddress = min(max(perAddress, 1), 1_000)
    self.inAll = min(max(inAll, 1), 1_000)
  }

  /// Returns whether a database may look up another code. Databases call it before each look-up.
  /// - Parameters:
  ///   - origin: The origin of the code.
  ///   - inAll: The number of wrong codes in this minute.
  ///   - wrongCodes: Returns the number of wrong codes in this minute under a key.
  /// - Throws: The errors of `wrongCodes`.
  public func admit<Failure: Error>(
    _ origin: UserCodeOrigin, inAll: Int, _ wrongCodes: (SignInAttemptKey) throws(Failure) -> Int
  ) throws(Failure) -> Bool {
    let fromNetwork = try wrongCodes(origin.network)
    guard try wrongCodes(origin.address) < perAddress, fromNetwork < perNetwork else { return false }
    return inAll < self.inAll || (fromNetwork == 0 && inAll < hardLimit)
  }
}
