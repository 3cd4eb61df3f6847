// Signs a user in step by step, in an app that opens the browser and receives the callback itself.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore

let transport = AsyncHTTPClientTransport()
let server = try await AuthorizationServerMetadata.discover(Issuer("https://issuer.example"), through: transport)
let client = OAuthClient(id: "your-client-id", server: server, transport: transport)
let redirectURI = try RedirectURI("com.example.app:/callback")
let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: Scope(["profile"])))
print("Open", attempt.url)
// When the browser comes back with an address:
let address = readLine() ?? ""
let tokens = try await client.exchange(try attempt.receive(AuthorizationCallback(url: address)))
print("Signed in with the scope", tokens.scope?.parameter ?? "that was asked for")
