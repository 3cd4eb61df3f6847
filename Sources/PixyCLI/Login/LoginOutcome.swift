#if CLI
internal import OAuth
internal import OAuthCore
internal import OpenIDConnect

/// What a sign-in gave, and what of it was verified.
struct LoginOutcome {
  private let client: OAuthClient
  private let request: AuthorizationRequest
  var tokens: TokenResponse
  var idToken: IDToken?
  var userInfo: [String: JSONValue]?
  /// Whether the profile is known to be about the person whom the ID token names.
  var userInfoIsVerified = false

  init(_ client: OAuthClient, _ request: AuthorizationRequest, _ tokens: TokenResponse) {
    self.client = client
    self.request = request
    self.tokens = tokens
  }

  /// Everything for a program to read, secrets included.
  var json: String {
    var members = tokens.additionalMembers
    members["access_token"] = .string(tokens.accessToken.reveal())
    members["token_type"] = .string(tokens.tokenType.rawValue)
    members["refresh_token"] = tokens.refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = tokens.expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = tokens.scope.map { .string($0.parameter) }
    members["client_id"] = .string(client.id)
    members["userinfo"] = userInfo.map { .object($0) }
    members["id_token_claims"] = idToken.map { .object($0.claims) }
    members["verified"] = .object(verified)
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }

  /// What was checked on the way here. A check that failed would have ended the sign-in.
  private var verified: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "state": true,
      // Compared whenever it came, and it must come if the server announces it (RFC 9207 §2.4).
      "iss": .bool(client.server.issuer != nil && client.server.authorizationResponseIssParameterSupported),
      "code_challenge_method": .string(request.challengeMethod.rawValue),
      "client_authentication": .string(client.authentication.method),
      "response_mode": .string(request.responseMode?.rawValue ?? "query"),
      "signed_response": .bool(request.responseMode.map { $0.rawValue.hasSuffix("jwt") } ?? false),
      "pushed_request": .bool(request.isPushed || client.server.requirePushedAuthorizationRequests),
      "signed_request": .bool(request.requestObjectKey != nil),
      "userinfo_sub": .bool(userInfoIsVerified),
    ]
    members["dpop_jkt"] = client.prover.map { .string($0.thumbprint) }
    if let idToken {
      members["id_token"] = [
        "alg": .string(idToken.algorithm.rawValue), "iss": .string(idToken.issuer), "sub": .string(idToken.subject),
        "aud": .array(idToken.audience.map { .string($0) }), "nonce": true,
        "at_hash": .bool(idToken.claims["at_hash"] != nil),
      ]
    }
    return members
  }
}
#endif
