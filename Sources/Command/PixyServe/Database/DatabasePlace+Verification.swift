extension ServeSettings {
  /// Whether the database or its replica can be impersonated (``DatabasePlace/canBeImpersonated(_:)``).
  func connectsUnverified(to place: DatabasePlace, _ variables: [String: String]) -> Bool {
    [place, replicaPlace].compactMap(\.self).contains { $0.canBeImpersonated(variables) }
  }
}

extension DatabasePlace {
  /// Whether a machine between this one and the database could pretend to be the database, because
  /// `sslmode` isn't `verify-full`.
  ///
  /// - Parameter variables: The environment. libpq reads `PGHOST` and `PGSSLMODE` if the URI lacks
  ///   them. A service's file isn't read here, and counts as verified.
  func canBeImpersonated(_ variables: [String: String]) -> Bool {
    guard case .postgreSQL(let address) = self else { return false }
    let parameters = address.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1)
    }
    func value(_ name: String) -> String? {
      parameters.last { $0.first == name[...] }?.dropFirst().first.map(String.init)
    }
    guard value("service") == nil, variables["PGSERVICE"] == nil else { return false }
    guard (value("sslmode") ?? variables["PGSSLMODE"]) != "verify-full" else { return false }
    let authority = Self.authority(of: address).split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let hosts = authority.isEmpty ? value("host") ?? variables["PGHOST"] ?? "" : String(authority)
    return hosts.split(separator: ",").contains { !Self.isLocal($0) }
  }

  /// Whether a host is this machine, or a folder with a Unix socket.
  private static func isLocal(_ host: Substring) -> Bool {
    guard !["/", "@", "%2f", "%2F", "[::1]"].contains(where: { host.hasPrefix($0) }) else { return true }
    return host == "::1" || ["localhost", "127.0.0.1"].contains(host.prefix { $0 != ":" })
  }
}
