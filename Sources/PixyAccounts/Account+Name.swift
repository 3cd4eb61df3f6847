package import TokenStorage

extension Account {
  /// The name of the server as people say it: the provider's word, or the host.
  package var server: String {
    // The client's id may follow after a space; what is left is an issuer or an origin.
    let place = provider.prefix { $0 != " " }
    guard let scheme = place.firstRange(of: "://") else { return String(place) }
    return String(place[scheme.upperBound...].prefix { $0 != "/" })
  }

  /// Whether somebody means this account by what they typed: a name, a server, or both.
  package func goes(by choice: String) -> Bool {
    choice == name || choice == server || choice == provider || choice == "\(name)@\(server)"
      || choice == "\(name)@\(provider)"
  }
}
