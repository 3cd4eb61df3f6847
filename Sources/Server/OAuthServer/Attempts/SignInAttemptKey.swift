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

  /// Returns the keys of everything that can lock a user out: the user name, the user's known
  /// browsers, and if the address is given, the user name at this address and the address itself.
  ///
  /// An operator's command calls it to let the user in again
  /// (``UserAdministration/removeSignInCounts(_:)``).
  /// - Parameters:
  ///   - username: The user name.
  ///   - address: The address from which the user signs in; `nil` for the user name's own key only.
  public static func keys(of username: String, at address: ClientAddress?) -> [SignInAttemptKey] {
    let origins: [SignInOrigin] = [.new, .knownNetwork, .knownBrowser]
    let keys = origins.flatMap { origin in
      SignInAttemptPolicy.standard.counts(username: username, address: address, origin).map(\.key)
    }
    return keys.enumerated().filter { !keys[..<$0].contains($1) }.map(\.element)
  }

  /// Creates the key of a user name, an address, or both.
  /// - Parameters:
  ///   - username: The user name; `nil` for all user names together.
  ///   - network: The address, or the prefix that it shares with its network; `nil` for all
  ///     addresses together.
  ///   - purpose: The purpose of the key, if it isn't a count of attempts from new origins.
  init(username: String?, network: ArraySlice<UInt8>?, _ purpose: Purpose? = nil) {
    var hash = SHA256()
    if let purpose { hash.update(data: Array(purpose.text.utf8)) }
    // Lowercase: attempts at one account are counted together, even if the directory ignores case.
    let name = username.map { Array($0.lowercased().utf8) }
    for part in [name, network.map(Array.init)] {
      hash.update(data: part.map { [1] + SHA256.hash(data: $0) } ?? [0])
    }
    bytes = Array(hash.finalize())
  }

  /// What a key is for, beside the count of attempts from new origins.
  enum Purpose {
    /// The mark that a user has signed in from a network.
    case success
    /// The count of a user's known browsers.
    case knownBrowsers
    /// The count of a network, for the users who have signed in from it.
    case knownNetwork
    /// The turn of new browsers at new networks, at a name with too many wrong passwords.
    case turn
    /// The count of one session, in which the user types the password again.
    case session(id: String)

    fileprivate var text: String {
      switch self {
      case .success: "success"
      case .knownBrowsers: "known browsers"
      case .knownNetwork: "known network"
      case .turn: "turn"
      case .session(let id): "session " + id
      }
    }
  }
}
