/// The origin of an entered user code. Databases count wrong codes by the hashes of its address and
/// network, and contain no address.
public struct UserCodeOrigin: Sendable, Hashable {
  /// The key of the address; for IPv6, of its first 64 bits.
  public let address: SignInAttemptKey
  /// The key of all addresses that one customer may have: for IPv6 the first 48 bits, otherwise the
  /// same as ``address``.
  public let network: SignInAttemptKey

  /// The keys that one more wrong code is counted under, without duplicates.
  public var keys: Set<SignInAttemptKey> { [address, network] }

  /// Creates an origin for the checks of databases.
  package init(address: SignInAttemptKey, network: SignInAttemptKey) {
    self.address = address
    self.network = network
  }

  /// Creates the origin of a request.
  /// - Parameter address: The address that the code came from. All unknown addresses count as one.
  init(_ address: ClientAddress?) {
    self.address = SignInAttemptKey(username: nil, network: address?.network(.household))
    network = SignInAttemptKey(username: nil, network: address?.network(.customer))
  }
}
