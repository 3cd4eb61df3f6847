/// How many wrong passwords are looked at, and how long none is afterwards.
///
/// Everybody is told the same whether the user name exists or not, and a right password isn't taken while its name is
/// locked: otherwise guessing could go on.
///
/// - Whoever guesses from one address has ``perNameAndAddress`` for one account. That locks the account for this address
///   alone, so that nobody can lock somebody else out from theirs.
/// - Whoever guesses many accounts from one address has ``perAddress``, which locks the address for every account. It is higher,
///   since an office or a school may have one address; right passwords count nothing.
///   Of IPv6 the first 48 bits are one address for the first and 56 for the second (RFC 6177 §2): who has 65,536 networks of 64
///   bits mustn't have as many limits and fill the third with ten of them, and strangers who share 48 bits don't lock each other's
///   accounts together.
/// - Whoever guesses one account from many addresses has ``perName``, which locks the account for all. Only somebody with many
///   addresses can lock others out, and the alternative is that they guess on.
public struct SignInAttemptPolicy: Sendable, Hashable {
  /// So many in a time, and then none for as long.
  public struct Limit: Sendable, Hashable {
    /// How many wrong passwords.
    public let count: Int
    /// Counted within this time of the first one; and how long nothing is looked at after the last one.
    public let window: Duration

    /// - Parameters:
    ///   - count: 1 or more; less is taken as 1.
    ///   - window: a second or more; less is taken as a second.
    public init(_ count: Int, in window: Duration) {
      self.count = max(count, 1)
      self.window = max(window, .seconds(1))
    }
  }

  /// For one user name at one address.
  public var perNameAndAddress: Limit
  /// For one user name at all addresses together.
  public var perName: Limit
  /// For one address and all user names together.
  public var perAddress: Limit

  /// Ten wrong passwords of one account from one address in 15 minutes, a hundred from one address in 15 minutes, and a hundred of
  /// one account in an hour.
  public static let standard = SignInAttemptPolicy(
    perNameAndAddress: Limit(10, in: .seconds(900)), perName: Limit(100, in: .seconds(3_600)),
    perAddress: Limit(100, in: .seconds(900)))

  /// Chooses limits.
  ///
  /// - Parameters:
  ///   - perNameAndAddress: for one user name at one address, and for one user name where the address isn't known.
  ///   - perName: for one user name at all addresses together. A low one lets anybody lock others out.
  ///   - perAddress: for one address and all user names together. A low one locks out whoever shares an address.
  public init(perNameAndAddress: Limit, perName: Limit, perAddress: Limit) {
    self.perNameAndAddress = perNameAndAddress
    self.perName = perName
    self.perAddress = perAddress
  }

  /// What is counted for an attempt. Where the address isn't known, all requests are taken as coming from one.
  func counts(username: String, address: ClientAddress?) -> [SignInCount] {
    let name = SignInCount(
      key: SignInAttemptKey(username: username, network: nil), limit: perName, isForgottenBySuccess: false)
    guard let address else {
      return [SignInCount(key: name.key, limit: perNameAndAddress, isForgottenBySuccess: true)]
    }
    return [
      SignInCount(
        key: SignInAttemptKey(username: username, network: address.network(.customer)), limit: perNameAndAddress,
        isForgottenBySuccess: true),
      name,
      SignInCount(
        key: SignInAttemptKey(username: nil, network: address.network(.site)), limit: perAddress,
        isForgottenBySuccess: false),
    ]
  }
}
