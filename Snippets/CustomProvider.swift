// Describes a provider that isn't built in, and signs a user in there.
import PixySignIn

extension Provider {
  static let example = Provider(
    id: "example", name: "Example",
    server: .known(
      AuthorizationServerMetadata(
        authorizationEndpoint: Endpoint(constant: "https://login.example.com/authorize"),
        tokenEndpoint: Endpoint(constant: "https://login.example.com/token"),
        members: [
          "code_challenge_methods_supported": ["S256"], "revocation_endpoint": "https://login.example.com/revoke",
        ])),
    scope: "profile offline", parameters: ["prompt": "consent"],
    redirects: RedirectRules([.loopback], place: "“Redirect URIs” in Example › Settings › Applications"),
    profile: .resource(
      ProfileResource(
        Endpoint(constant: "https://api.example.com/v1/me"),
        members: ProfileMembers(id: "id", name: "display_name", picture: "images.0.url", email: "email"))))
}

let example = SignIn(provider: .example, clientID: "your-client-id", app: "com.example.tool")
do {
  print("Hello,", try await example.restoreOrSignIn().profile.displayName)
} catch {
  print(error)
}
