internal import Crypto

/// What wrong passwords are counted under: the hash of a user name, an address, or both, so that a store holds neither.
public struct SignInAttemptKey: Sendable, Hashable {
  /// 32 octets.
  public let octets: [UInt8]

  /// For the checks of stores, which count under keys of nobody.
  package init(kept octets: [UInt8]) {
    self.octets = octets
  }

  /// - Parameters:
  ///   - username: the user name; `nil` for all together.
  ///   - network: the address, or what it has in common with others of its network; `nil` for all together.
  init(username: String?, network: ArraySlice<UInt8>?) {
    var hash = SHA256()
    // Small letters: whatever the directory makes of capitals, guesses at one account are counted together.
    let name = username.map { Array($0.lowercased().utf8) }
    for part in [name, network.map(Array.init)] {
      hash.update(data: part.map { [1] + SHA256.hash(data: $0) } ?? [0])
    }
    octets = Array(hash.finalize())
  }
}
