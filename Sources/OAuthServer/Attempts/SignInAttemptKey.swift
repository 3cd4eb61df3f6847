internal import Crypto

/// The key under which failed sign-ins are counted: a hash of a user name, a network address, or
/// both. A database therefore has neither.
public struct SignInAttemptKey: Sendable, Hashable {
  /// The SHA-256 hash: 32 bytes.
  public let bytes: [UInt8]

  /// Creates a key for the checks of databases. The key belongs to no user.
  package init(kept bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates the key of a user name, an address, or both.
  /// - Parameters:
  ///   - username: The user name; `nil` for all user names together.
  ///   - network: The address, or the prefix that it shares with its network; `nil` for all
  ///     addresses together.
  init(username: String?, network: ArraySlice<UInt8>?) {
    var hash = SHA256()
    // Lowercase: attempts at one account are counted together, even if the directory ignores case.
    let name = username.map { Array($0.lowercased().utf8) }
    for part in [name, network.map(Array.init)] {
      hash.update(data: part.map { [1] + SHA256.hash(data: $0) } ?? [0])
    }
    bytes = Array(hash.finalize())
  }
}
