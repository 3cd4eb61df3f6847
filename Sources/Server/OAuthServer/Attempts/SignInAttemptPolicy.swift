/// The limits on failed sign-ins.
///
/// The response is the same whether the user name exists or not. While a limit is reached, the
/// correct password is rejected too; otherwise guessing could continue.
///
/// - ``perNameAndAddress`` limits guesses at one account from one address. It locks the account
///   only for this address, so an attacker can't lock the user out elsewhere.
/// - ``perAddress`` limits guesses at many accounts from one address. It locks the address for
///   every account. It is higher, because an office or a school may share one address. Correct
///   passwords don't count.
/// - ``perName`` limits guesses at one account from many addresses. It locks the account for every
///   address. An attacker with many addresses can therefore lock a user out; without this limit the
///   attacker could guess on.
///
/// For IPv6, ``perNameAndAddress`` counts the first 48 bits as one address and ``perAddress`` the
/// first 56 (RFC 6177 §2). A customer with 65,536 networks of 64 bits must not get as many limits,
/// nor reach ``perName`` with ten of them. Strangers who share 48 bits don't lock each other out of
/// all accounts.
public struct SignInAttemptPolicy: Sendable, Hashable {
  /// A maximum number of failures in a period. After the last one, attempts are rejected for the
  /// same period.
  public struct Limit: Sendable, Hashable {
    /// The number of failed sign-ins that are allowed.
    public let count: Int
    /// The period. Failures are counted within this time of the first one, and attempts are
    /// rejected for this time after the last one.
    public let window: Duration

    /// Creates a limit.
    /// - Parameters:
    ///   - count: The number of failures that are allowed. Less than 1 counts as 1.
    ///   - window: The period. Less than a second counts as a second.
    public init(_ count: Int, in window: Duration) {
      self.count = max(count, 1)
      self.window = max(window, .seconds(1))
    }
  }

  /// The limit for one user name at one address.
  public var perNameAndAddress: Limit
  /// The limit for one user name at all addresses together.
  public var perName: Limit
  /// The limit for one address and all user names together.
  public var perAddress: Limit
  /// The number of passwords that are checked at once, at least 1. It should be the `atOnce` of the
  /// ``PasswordHasher``. Default: 2.
  public var checkedAtOnce = 2

  /// The default limits: 10 failures for one account from one address in 15 minutes, 100 from one
  /// address in 15 minutes, and 100 for one account in an hour.
  public static let standard = SignInAttemptPolicy(
    perNameAndAddress: Limit(10, in: .seconds(900)), perName: Limit(100, in: .seconds(3_600)),
    perAddress: Limit(100, in: .seconds(900)))

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - perNameAndAddress: The limit for one user name at one address, and for one user name if
  ///     the address is unknown.
  ///   - perName: The limit for one user name at all addresses together. A low limit lets an
  ///     attacker lock users out.
  ///   - perAddress: The limit for one address and all user names together. A low limit locks out
  ///     users who share an address.
  public init(perNameAndAddress: Limit, perName: Limit, perAddress: Limit) {
    self.perNameAndAddress = perNameAndAddress
    self.perName = perName
    self.perAddress = perAddress
  }

  /// Returns the counters of one attempt. All requests without a known address share one.
  func counts(username: String, address: ClientAddress?) -> [SignInCount] {
    let name = SignInCount(
      key: SignInAttemptKey(username: username, network: nil), limit: perName, isResetBySuccess: false)
    guard let address else {
      return [SignInCount(key: name.key, limit: perNameAndAddress, isResetBySuccess: true)]
    }
    return [
      SignInCount(
        key: SignInAttemptKey(username: username, network: address.network(.customer)), limit: perNameAndAddress,
        isResetBySuccess: true),
      name,
      SignInCount(
        key: SignInAttemptKey(username: nil, network: address.network(.site)), limit: perAddress,
        isResetBySuccess: false),
    ]
  }
}
