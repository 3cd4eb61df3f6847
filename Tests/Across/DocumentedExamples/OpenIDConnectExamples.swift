import Foundation
import JOSE
import OAuth
import OAuthCore
import OAuthUserAgent
import OpenIDConnect

/// Signs a user in, and reads the claims.
func claimsOfAUser(
  server: AuthorizationServerMetadata, transport: any HTTPTransport
) async throws -> (user: (String, String), email: String?) {
  let client = try OpenIDClient(OAuthClient(id: "your-client-id", server: server, transport: transport))
  let signedIn = try await client.signIn(scope: Scope(["openid", "email"]), with: LoopbackUserAgent())
  let user = (signedIn.idToken.issuer, signedIn.idToken.subject)
  let email = try await client.userInfo(signedIn).standardClaims.email
  return (user, email)
}

/// Reads the claims of the UserInfo endpoint.
func claimsOfUserInfo(_ client: OpenIDClient, _ signedIn: SignedIn) async throws -> String? {
  let user = try await client.userInfo(signedIn)
  print("Hello,", user.standardClaims.name ?? user.subject)
  let department = user.claims["department"]?.string
  return department
}

/// Verifies an ID token with known keys.
func verifyAnIDToken(_ compact: Secret, issuer: Issuer, keys: JSONWebKeySet, nonce: Secret) throws -> IDToken {
  let policy = IDTokenPolicy(issuer: .exactly(issuer), clientID: "your-client-id")
  let idToken = try policy.idToken(
    compact, signedBy: keys, expecting: IDTokenExpectations(nonce: nonce), now: Date())
  return idToken
}

/// Decrypts ID tokens.
func decryptIDTokens(_ client: inout OpenIDClient, privateJWK: Secret) throws {
  let key = try DecryptionKey(jwk: privateJWK)
  client.policy.decryption = JWTDecryption(
    keys: [key], algorithms: [.ecdhESA256KW], contentAlgorithms: [.a256GCM])
}
