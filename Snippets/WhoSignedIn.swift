// Signs a user in with tokens bound to a key (DPoP), and verifies the user's identity (OpenID
// Connect).
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthUserAgent
import OpenIDConnect

let transport = AsyncHTTPClientTransport()
let issuer = try Issuer("https://accounts.example.com")
let server = try await AuthorizationServerMetadata.discover(issuer, through: transport)
let oauth = OAuthClient(
  id: "your-client-id", server: server, prover: try DPoPProver.generate(), transport: transport)
let client = try OpenIDClient(oauth)
let signedIn = try await client.signIn(scope: Scope(["openid", "email"]), with: LoopbackUserAgent())
print("You are", signedIn.idToken.subject, "of", signedIn.idToken.issuer)
let profile = try await client.userInfo(signedIn)
print("Hello,", profile.standardClaims.name ?? "stranger")
