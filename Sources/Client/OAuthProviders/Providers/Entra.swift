internal import OAuthCore
internal import OpenIDConnect

extension Provider {
  /// Microsoft Entra, for work, school and personal accounts of all tenants.
  public static let entra = entra(EntraTenant.common)

  /// Returns Microsoft Entra, for the accounts of one tenant or a predefined group.
  ///
  /// - Parameter tenant: The accounts that can sign in.
  /// - Returns: The provider.
  public static func entra(_ tenant: EntraTenant) -> Provider {
    Provider(
      id: "entra", name: "Microsoft Entra", server: .known(tenant.metadata),
      // Entra issues a refresh token only for offline_access.
      scope: "openid profile email offline_access",
      clientID: ClientIDRule(.guid, place: "“Application (client) ID” in Entra › App registrations"),
      // Entra accepts 127.0.0.1 only if the app's manifest was edited, and never [::1].
      redirects: RedirectRules(
        [.localhost, .ownScheme, .https],
        place: "Entra › App registrations › Authentication, on the platform “Mobile and desktop applications”"),
      resources: [Endpoint(constant: "https://graph.microsoft.com/v1.0/me")],
      remainingAccess: RemainingAccess(
        removedAt: "https://account.live.com/consent/Manage (personal account) or https://myapps.microsoft.com",
        ends: "after 90 days without use"),
      quirks: [.tenantInIssuer(tenant.issuer)])
  }
}
