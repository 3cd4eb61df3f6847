// Signs a user in once. Later runs, and other processes of the same user, call an API with the
// stored tokens.
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthSessions
import OAuthUserAgent
import TokenStorage

let transport = AsyncHTTPClientTransport()
let issuer = try Issuer("https://accounts.example.com")
let api = try Endpoint("https://api.example.com/me")
let client = OAuthClient(
  id: "your-client-id", server: try await AuthorizationServerMetadata.discover(issuer, through: transport),
  transport: transport)
let opened = try await StorageLadder.system(app: "com.example.app").open()
if opened.isNewChoice { print("Tokens are kept in", opened.store.location) }
let session = TokenSession(
  account: try Account(provider: issuer.text, name: "me"), client: client, store: opened.store, origins: [api])
do {
  print(try await session.send(api.request(.get)).response.status)
} catch let error as TokenSessionError where error.category == .signInNeeded {
  try await session.save(try await client.signIn(scope: Scope(["profile"]), with: LoopbackUserAgent()))
  print(try await session.send(api.request(.get)).response.status)
}
