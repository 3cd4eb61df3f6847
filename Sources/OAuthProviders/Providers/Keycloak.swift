public import OAuthCore

extension Provider {
  /// A realm of a Keycloak.
  ///
  /// - Parameters:
  ///   - address: where it is, with `/auth` if it is an older one.
  ///   - realm: the realm's name.
  /// - Throws: `URIError` if the realm can't be in an address.
  public static func keycloak(at address: Endpoint, realm: String) throws(URIError) -> Provider {
    let base = address.text.hasSuffix("/") ? String(address.text.dropLast()) : address.text
    return keycloak(issuer: try Issuer("\(base)/realms/\(realm)"))
  }

  /// A realm of a Keycloak by its issuer, such as `https://login.example.com/realms/main`.
  ///
  /// - Parameter issuer: as the realm's own metadata has it, octet for octet.
  public static func keycloak(issuer: Issuer) -> Provider {
    Provider(
      id: "keycloak", name: "Keycloak", server: .published(issuer),
      scope: Scope(constant: "openid profile email"),
      // The administrator chooses it, as they like.
      clientID: ClientIDRule(.chosen, place: "Keycloak › Clients"),
      redirects: RedirectRules(
        [.loopback, .localhost, .ownScheme, .https], place: "“Valid redirect URIs” in Keycloak › Clients › Settings"))
  }
}
