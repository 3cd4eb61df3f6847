internal import OAuthCore

extension Provider {
  /// Google, for a client of type “Desktop app”: with loopback redirects, and a secret that Google
  /// requires even with PKCE.
  public static let google = google(
    clientSecret: .required,
    redirects: RedirectRules(
      [.loopback, .localhost], place: "Google Cloud › Clients, as a client of the kind “Desktop app”"))

  /// Google, for a client of type “iOS”, which Mac apps use too. It has no secret.
  ///
  /// The scheme of its redirect URI is the reversed client ID, as in
  /// `com.googleusercontent.apps.1234-abcd:/oauth2redirect`, or the bundle ID that was registered
  /// with the client, as in `com.example.app:/oauth2callback`. Another bundle ID is rejected only by
  /// Google, on its page.
  public static let googleIOS = google(
    clientSecret: .never,
    redirects: RedirectRules(
      [.schemeOfClientID, .schemeOfBundleID], place: "Google Cloud › Clients, as a client of the kind “iOS”"))

  /// Google, for a client of type “Web application”: with a secret that stays on the server.
  public static let googleWeb = google(
    clientSecret: .required,
    redirects: RedirectRules(
      [.https, .loopbackWithRegisteredPort, .localhostWithRegisteredPort],
      place: "Google Cloud › Clients, as an “Authorized redirect URI” of the web application"))

  private static func google(clientSecret: ClientSecretRule, redirects: RedirectRules) -> Provider {
    Provider(
      id: "google", name: "Google", server: .published(Issuer(constant: "https://accounts.google.com")),
      scope: "openid profile email",
      // Without both parameters Google issues no refresh token, or only at the first sign-in.
      parameters: ["access_type": "offline", "prompt": "consent"], clientSecret: clientSecret,
      clientID: ClientIDRule(.suffix(".apps.googleusercontent.com"), place: "Google Cloud › Clients"),
      redirects: redirects, resources: [ProfileResource.googlePeople.address],
      profile: .resource(.googlePeople),
      remainingAccess: RemainingAccess(
        removedAt: "https://myaccount.google.com/connections", ends: "after six months without use"),
      quirks: [.issuerMayLackScheme])
  }
}

extension ProfileResource {
  /// Google's People API, for the name, picture and e-mail address.
  static let googlePeople = ProfileResource(
    Endpoint(constant: "https://people.googleapis.com/v1/people/me?personFields=names,photos,emailAddresses"),
    members: ProfileMembers(
      id: "resourceName", idPrefix: "people/", name: "names.primary.displayName", picture: "photos.primary.url",
      email: "emailAddresses.primary.value", isEmailVerified: "emailAddresses.primary.metadata.verified"))
}
