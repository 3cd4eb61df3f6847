/// Where a user code was entered, as stores count wrong ones: by hashes, so that a store holds no address.
public struct UserCodeOrigin: Sendable, Hashable {
  /// The address; of IPv6 the first 64 bits.
  public let address: SignInAttemptKey
  /// All addresses that one customer may have: of IPv6 the first 48 bits, otherwise the same as ``address``.
  public let network: SignInAttemptKey

  /// What one more wrong code is counted under, each key once.
  public var keys: Set<SignInAttemptKey> { [address, network] }

  /// For the checks of stores, which count for nobody.
  package init(address: SignInAttemptKey, network: SignInAttemptKey) {
    self.address = address
    self.network = network
  }

  /// - Parameter address: where the code came from; addresses that aren't known are one.
  init(_ address: ClientAddress?) {
    self.address = SignInAttemptKey(username: nil, network: address?.network(.household))
    network = SignInAttemptKey(username: nil, network: address?.network(.customer))
  }
}
