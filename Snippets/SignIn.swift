// Signs a person in with their own browser, then keeps the token fresh.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthUserAgent

// snippet.hide
let environment = ["BROWSER": "firefox"]
func signIn() async throws {
  // snippet.show
  let transport = AsyncHTTPClientTransport()
  let issuer = try Issuer("https://accounts.example.com")
  let server = try await AuthorizationServerMetadata.discover(issuer, through: transport)
  let client = OAuthClient(id: "your-client-id", server: server, transport: transport)
  let browser = LoopbackUserAgent(
    browser: SystemBrowser(environment: environment), announce: { print("Sign in at \($0.url)") })
  let tokens = try await client.signIn(scope: Scope(["profile"]), with: browser)
  let profile = try await client.userInfo(tokens.accessToken)
  print("Hello,", profile["name"]?.string ?? "stranger")
  // snippet.hide
}
// snippet.show
