internal import OAuthCore
public import OAuthServer

/// The numbers of connections that a port has at most, in all and for one address.
///
/// At a limit, a new connection takes the place of the one that was idle for the longest time: of
/// the same address, or of the address with the most connections. A connection whose request is
/// being answered is never closed for another one.
public struct ConnectionLimits: Sendable {
  /// The largest number of connections in all: at least 1.
  public var all: Int
  /// The largest number of connections of one address: at least 1. Addresses with the same first 56
  /// bits of IPv6 count as one.
  public var perAddress: Int
  /// The addresses without a limit of their own: those of proxies, whose connections are those of
  /// all users.
  public var proxies: Set<ClientAddress>

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - all: The largest number of connections in all. Default: what the process's limit of open
  ///     files allows, less a reserve for files and for the server's own connections, at most
  ///     10,000.
  ///   - perAddress: The largest number of connections of one address. Default: a quarter of `all`.
  ///   - proxies: The addresses without a limit of their own. Default: none.
  public init(all: Int? = nil, perAddress: Int? = nil, proxies: Set<ClientAddress> = []) {
    let all = max(all ?? Self.all(within: OpenFileLimit.current), 1)
    self.all = all
    self.perAddress = max(perAddress ?? all / 4, 1)
    self.proxies = proxies
  }

  /// The largest default of ``all``.
  package static let mostByDefault = 10_000

  /// Returns the default for a limit of open files. The reserve is for the database, the standard
  /// streams, and the connections to clients' servers and between two answers.
  static func all(within files: Int) -> Int { min(files - min(files / 2, 256), mostByDefault) }
}
