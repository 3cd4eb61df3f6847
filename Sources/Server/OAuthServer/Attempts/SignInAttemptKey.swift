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

  /// Returns the keys of everything that can lock a user out: the user name, and if the address is
  /// given, the user name at this address and the address itself.
  ///
  /// An operator's command calls it to let the user in again
  /// (``UserAdministration/removeSignInCounts(_:)``).
  /// - Parameters:
  ///   - username: The user name.
  ///   - address: The address from which the user signs in; `nil` for the user name's own key only.
  public static func keys(of username: String, at address: ClientAddress?) -> [SignInAttemptKey] {
    SignInAttemptPolicy.standard.counts(username: username, address: address).map(\.key)
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
