// Signs a user in with the system's browser, and prints the user's name.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthUserAgent

let transport = AsyncHTTPClientTransport()
let issuer = try Issuer("https://accounts.example.com")
let server = try await AuthorizationServerMetadata.discover(issuer, through: transport)
let client = OAuthClient(id: "your-client-id", server: server, transport: transport)
let tokens = try await client.signIn(scope: Scope(["profile"]), with: LoopbackUserAgent())
let profile = try await client.userInfo(tokens.accessToken)
print("Hello,", profile["name"]?.string ?? "stranger")
