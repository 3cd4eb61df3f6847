public import OAuthCore

extension Provider {
  /// Returns a realm of a Keycloak server.
  ///
  /// - Parameters:
  ///   - address: The server's address. Older servers have the path `/auth`.
  ///   - realm: The realm's name.
  /// - Returns: The provider.
  /// - Throws: `URIError` if the realm's name can't be part of an address.
  public static func keycloak(at address: Endpoint, realm: String) throws(URIError) -> Provider {
    let base = address.text.hasSuffix("/") ? String(address.text.dropLast()) : address.text
    return keycloak(issuer: try Issuer("\(base)/realms/\(realm)"))
  }

  /// Returns a realm of a Keycloak server, by its issuer, such as
  /// `https://login.example.com/realms/main`.
  ///
  /// - Parameter issuer: The issuer in the realm's metadata, byte for byte.
  /// - Returns: The provider.
  public static func keycloak(issuer: Issuer) -> Provider {
    Provider(
      id: "keycloak", name: "Keycloak", server: .published(issuer),
      scope: "openid profile email",
      // Keycloak's administrators choose client IDs freely.
      clientID: ClientIDRule(.chosen, place: "Keycloak › Clients"),
      redirects: RedirectRules(
        [.loopback, .localhost, .ownScheme, .https], place: "“Valid redirect URIs” in Keycloak › Clients › Settings"),
      remainingAccess: RemainingAccess(removedAt: "\(issuer)/account, under “Applications”"))
  }
}
