internal import OAuthCore
internal import OpenIDConnect

extension Provider {
  /// Microsoft Entra for work, school and personal accounts of every tenant.
  public static let entra = entra(EntraTenant.common)

  /// Microsoft Entra.
  ///
  /// - Parameter tenant: whose accounts can sign in.
  public static func entra(_ tenant: EntraTenant) -> Provider {
    Provider(
      id: "entra", name: "Microsoft Entra", server: .known(tenant.metadata),
      // Without offline_access there is no refresh token.
      scope: Scope(constant: "openid profile email offline_access"),
      clientID: ClientIDRule(.guid, place: "“Application (client) ID” in Entra › App registrations"),
      // 127.0.0.1 works only where somebody edited the app's manifest, and [::1] never.
      redirects: RedirectRules(
        [.localhost, .ownScheme, .https],
        place: "Entra › App registrations › Authentication, on the platform “Mobile and desktop applications”"),
      resources: [Endpoint(constant: "https://graph.microsoft.com/v1.0/me")], quirks: [.tenantInIssuer(tenant.issuer)])
  }
}
