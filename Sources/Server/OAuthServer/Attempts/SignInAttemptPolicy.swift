/// The limits on wrong passwords. Right ones never count.
///
/// The response is the same whether the user name exists or not. While a limit on an address is
/// reached, the correct password is rejected too; otherwise guessing could continue.
///
/// - ``perNameAndAddress`` limits guesses at one account from one address. It locks the account
///   only for this address, so an attacker can't lock the user out elsewhere.
/// - ``perAddress`` limits guesses at many accounts from one address. It locks the address for
///   every account. It is higher, because an office or a school may share one address.
/// - ``perName`` limits guesses at one account from many addresses. Once it is reached, all strangers
///   together have one guess in 15 seconds. They wait for it for up to 30 seconds, and networks that
///   guessed least go first, so a new browser at a new address gets in.
///
/// Attackers don't lock out what the server knows:
///
/// - A browser with which the user signed in within a year has only ``perNameAndAddress``, counted for
///   all such browsers of the user, and a session in which the user types the password again has it
///   for itself.
/// - A new browser at an address from which the user signed in within 90 days has
///   ``perNameAndAddress``, and ten times ``perAddress``, counted for such sign-ins only.
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
  /// The limit for one user name at all addresses together. Once it is reached, there is one guess in
  /// 15 seconds.
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
  ///     attacker make new browsers wait.
  ///   - perAddress: The limit for one address and all user names together. A low limit locks out
  ///     users who share an address.
  public init(perNameAndAddress: Limit, perName: Limit, perAddress: Limit) {
    self.perNameAndAddress = perNameAndAddress
    self.perName = perName
    self.perAddress = perAddress
  }

  /// The time for which the server remembers that a user signed in from a network.
  static let networkMemory = Duration.seconds(90 * 86_400)
  /// A remembered network is noted again if less than this is left.
  static let networkRenewal = Duration.seconds(60 * 86_400)

  /// Returns the counters of a stranger's attempt at a name whose ``perName`` is reached, among them
  /// the turn of all strangers; `nil` if the attempt is no stranger's or has no address.
  func turnCounts(username: String, address: ClientAddress?, _ origin: SignInOrigin) -> [SignInCount]? {
    guard origin == .new, address != nil else { return nil }
    let name = SignInAttemptKey(username: username, network: nil)
    let turn = SignInCount(
      key: SignInAttemptKey(username: username, network: nil, .turn), limit: Limit(1, in: StrangerTurns.pause),
      isResetBySuccess: false)
    return counts(username: username, address: address, origin).filter { $0.key != name } + [turn]
  }

  /// Returns the counters of one attempt. All requests without a known address share one.
  func counts(username: String, address: ClientAddress?, _ origin: SignInOrigin) -> [SignInCount] {
    func count(
      _ username: String?, _ network: ArraySlice<UInt8>?, _ limit: Limit, resets: Bool = false,
      _ purpose: SignInAttemptKey.Purpose? = nil
    ) -> SignInCount {
      SignInCount(
        key: SignInAttemptKey(username: username, network: network, purpose), limit: limit, isResetBySuccess: resets)
    }
    switch origin {
    case .session(let id): return [count(username, nil, perNameAndAddress, resets: true, .session(id: id))]
    case .knownBrowser: return [count(username, nil, perNameAndAddress, resets: true, .knownBrowsers)]
    case .new, .knownNetwork: break
    }
    guard let address else { return [count(username, nil, perNameAndAddress, resets: true)] }
    let nameAndAddress = count(username, address.network(.customer), perNameAndAddress, resets: true)
    guard origin == .new else {
      let limit = Limit(perAddress.count * 10, in: perAddress.window)
      return [nameAndAddress, count(nil, address.network(.site), limit, .knownNetwork)]
    }
    return [nameAndAddress, count(username, nil, perName), count(nil, address.network(.site), perAddress)]
  }
}
