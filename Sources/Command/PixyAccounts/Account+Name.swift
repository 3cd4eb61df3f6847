package import TokenStorage

extension Account {
  /// The server's short name: the provider's name, or the issuer's host.
  package var server: String {
    // The client ID may follow after a space. The text before it is an issuer or an origin.
    let place = provider.prefix { $0 != " " }
    guard let scheme = place.firstRange(of: "://") else { return String(place) }
    return String(place[scheme.upperBound...].prefix { $0 != "/" })
  }

  /// Returns whether a user's text names this account by its name, its server, or both.
  package func matches(_ choice: String) -> Bool {
    choice == name || choice == server || choice == provider || choice == "\(name)@\(server)"
      || choice == "\(name)@\(provider)"
  }

  /// Returns whether the account is for a resource at this host. Such an account's name begins with the host.
  func isForResource(at host: String) -> Bool { provider.contains(" for ") && name.hasPrefix("\(host)/") }
}
