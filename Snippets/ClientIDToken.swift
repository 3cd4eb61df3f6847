// Verifies an ID token with keys that the program already has, without a client and without a
// request.
import Foundation
import JOSE
import OAuthCore
import OpenIDConnect

func verified(_ compact: Secret, nonce: Secret, from issuer: Issuer, keys: JSONWebKeySet) throws -> IDToken {
  let policy = IDTokenPolicy(issuer: .exactly(issuer), clientID: "your-client-id")
  return try policy.idToken(
    compact, signedBy: keys, expecting: IDTokenExpectations(nonce: nonce), now: Date())
}
