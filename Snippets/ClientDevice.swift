// Signs a user in on a device without a browser: they enter a short code on another one (RFC 8628).
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore

let transport = AsyncHTTPClientTransport()
let server = try await AuthorizationServerMetadata.discover(Issuer("https://issuer.example"), through: transport)
let client = OAuthClient(id: "your-client-id", server: server, transport: transport)
let device = try await client.deviceAuthorization(scope: Scope(["profile"]))
print("Open \(device.verificationURI) and enter \(device.userCode)")
let tokens = try await client.tokens(for: device)
print("Signed in with the scope", tokens.scope?.parameter ?? "that was asked for")
