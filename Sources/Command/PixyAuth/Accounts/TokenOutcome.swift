internal import JOSE
internal import OAuth
internal import OAuthCore
internal import OpenIDConnect

/// The response of the token endpoint, with the verified ID token if there is one.
struct TokenOutcome {
  let client: OAuthClient
  var tokens: TokenResponse
  var idToken: IDToken?

  init(_ client: OAuthClient, _ tokens: TokenResponse) {
    self.client = client
    self.tokens = tokens
  }

  /// The `--json` output, with secrets.
  var members: [String: JSONValue] {
    var members = tokens.additionalMembers
    members["version"] = 1
    members["access_token"] = .string(tokens.accessToken.reveal())
    members["token_type"] = .string(tokens.tokenType.rawValue)
    members["refresh_token"] = tokens.refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = tokens.expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = tokens.scope.map { .string($0.parameter) }
    members["client_id"] = .string(client.id)
    members["id_token_claims"] = idToken.map { .object($0.claims) }
    members["verified"] = .object(verified)
    return members
  }

  /// The passed checks. A failed check ends the command earlier.
  var verified: [String: JSONValue] {
    var members: [String: JSONValue] = ["client_authentication": .string(client.authentication.method)]
    members["dpop_jkt"] = client.prover.map { .string($0.thumbprint) }
    if let idToken {
      members["id_token"] = [
        "alg": .string(idToken.algorithm.rawValue), "iss": .string(idToken.issuer), "sub": .string(idToken.subject),
        "aud": .array(idToken.audience.map { .string($0) }), "nonce": .bool(idToken.claims["nonce"] != nil),
        "at_hash": .bool(idToken.claims["at_hash"] != nil),
      ]
    }
    return members
  }
}
