internal import OAuthCore

extension Provider {
  /// Apple, for web applications. Apple accepts neither loopback addresses nor an app's scheme as
  /// redirect URIs. Apps on Apple's systems use the AuthenticationServices framework instead.
  ///
  /// The client secret is a JWT that ``AppleClientSecret`` signs. The callback is posted as a form.
  /// The form contains the user's name at the first sign-in only: ``AppleUser`` reads it.
  public static let apple = Provider(
    id: "apple", name: "Apple",
    server: .known(
      AuthorizationServerMetadata(
        issuer: Issuer(constant: "https://appleid.apple.com"),
        authorizationEndpoint: Endpoint(constant: "https://appleid.apple.com/auth/authorize"),
        tokenEndpoint: Endpoint(constant: "https://appleid.apple.com/auth/token"),
        members: [
          "jwks_uri": "https://appleid.apple.com/auth/keys",
          "revocation_endpoint": "https://appleid.apple.com/auth/revoke",
          "id_token_signing_alg_values_supported": ["RS256"],
          "token_endpoint_auth_methods_supported": ["client_secret_post"],
        ])),
    scope: "openid name email", clientSecret: .required,
    clientID: ClientIDRule(place: "the Services ID in Certificates, Identifiers & Profiles"),
    redirects: RedirectRules([.https], place: "the Services ID, under Sign in with Apple › Configure › Return URLs"),
    profile: .idToken,
    remainingAccess: RemainingAccess(
      removedAt: "https://account.apple.com, or on your device in Settings › your name › Sign in with Apple"),
    quirks: [.formPost])
}
