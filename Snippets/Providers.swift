// Signs a user in at each built-in provider and shows the profile. Copy the function for your
// provider.
import GitHubAuth
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthProviders
import OAuthUserAgent
import TokenStorage

let transport = AsyncHTTPClientTransport()
let store = MemoryTokenStore()  // or: try await StorageLadder.system(app: "com.example.app").open().store

/// Restores the user of the last run, or signs a user in.
func whoSignsIn(at client: ProviderClient, with userAgent: any UserAgent) async throws -> Profile {
  // snippet.remembered
  let service = SignInService(client, store: store)
  if let person = try await service.restore() { return person }
  return try await service.signIn(with: userAgent)
  // snippet.end
}

func gitHub() async throws {
  // snippet.github
  let config = GitHubAuthConfig(
    clientID: "your-client-id", redirectURI: try RedirectURI("relay://oauth/callback"), transport: transport)
  let service = GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(store))
  let person = try await service.signIn(with: LoopbackUserAgent())
  print("Hello,", person.login)
  // snippet.end
}

func gitHubApp() async throws {
  // snippet.github-app
  let client = ProviderClient(.gitHubApp, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent())
  print("Hello,", person.displayName)
  // snippet.end
}

func google() async throws {
  // snippet.google
  let id = "your-client-id.apps.googleusercontent.com"
  let client = ProviderClient(.google, id: id, secret: Secret("the secret that came with it"), through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent())
  print("Hello,", person.displayName, person.picture?.text ?? "")
  // snippet.end
}

func spotify() async throws {
  // snippet.spotify
  let client = ProviderClient(.spotify, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent())
  print("Hello,", person.displayName)
  // snippet.end
}

func entra() async throws {
  // snippet.entra
  let client = ProviderClient(.entra(try EntraTenant("example.com")), id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(host: .localhost))
  print("Hello,", person.displayName)
  // snippet.end
}

/// Apple accepts no loopback address: `form` returns the form that the browser posted to the web
/// application.
func apple(key: SigningKey, answeringWith form: @Sendable (String) async throws -> [UInt8]) async throws {
  // snippet.apple
  let secret = try AppleClientSecret.make(clientID: "com.example.web", teamID: "ABCDE12345", key: key)
  let client = ProviderClient(.apple, id: "com.example.web", secret: secret, through: transport)
  let attempt = try await client.begin(redirectURI: try RedirectURI("https://app.example.com/callback"))
  let body = try await form(attempt.url)
  let signedIn = try await client.exchange(try attempt.receive(AuthorizationCallback(formBody: body)))
  print("Hello,", AppleUser(formBody: body)?.firstName ?? "", try await client.profile(signedIn).id)
  // snippet.end
}

func gitLab() async throws {
  // snippet.gitlab
  let client = ProviderClient(.gitLab, id: "your-application-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(port: 8414))
  print("Hello,", person.displayName)
  // snippet.end
}

func discord() async throws {
  // snippet.discord
  let client = ProviderClient(.discord, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(port: 8414))
  print("Hello,", person.displayName)
  // snippet.end
}

func slack() async throws {
  // snippet.slack
  let client = ProviderClient(.slack, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(host: .localhost, port: 8414))
  print("Hello,", person.displayName)
  // snippet.end
}

func auth0() async throws {
  // snippet.auth0
  let provider = try Provider.auth0(domain: "example.eu.auth0.com")
  let client = ProviderClient(provider, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(port: 8414))
  print("Hello,", person.displayName)
  // snippet.end
}

func okta() async throws {
  // snippet.okta
  let provider = try Provider.okta(domain: "example.okta.com")
  let client = ProviderClient(provider, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent(port: 8414))
  print("Hello,", person.displayName)
  // snippet.end
}

func keycloak() async throws {
  // snippet.keycloak
  let provider = try Provider.keycloak(at: try Endpoint("https://login.example.com"), realm: "main")
  let client = ProviderClient(provider, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent())
  print("Hello,", person.displayName)
  // snippet.end
}

func anyIssuer() async throws {
  // snippet.issuer
  let provider = Provider.issuer(try Issuer("https://accounts.example.com"))
  let client = ProviderClient(provider, id: "your-client-id", through: transport)
  let person = try await whoSignsIn(at: client, with: LoopbackUserAgent())
  print("Hello,", person.displayName)
  // snippet.end
}
