internal import OAuth
internal import OAuthCore
internal import PKCE

/// What a sign-in gave, and what of it was verified.
struct LoginOutcome {
  /// The client; one that was registered for this sign-in has its id and secret.
  var client: ClientChoice
  let request: AuthorizationRequest
  var tokens: TokenOutcome
  var userInfo: [String: JSONValue]?
  /// Whether the profile is known to be about the person whom the ID token names.
  var userInfoIsVerified = false

  init(_ oauth: OAuthClient, _ client: ClientChoice, _ request: AuthorizationRequest, _ tokens: TokenResponse) {
    self.client = client
    self.request = request
    self.tokens = TokenOutcome(oauth, tokens)
  }

  /// Everything for a program to read, secrets included.
  var members: [String: JSONValue] {
    var members = tokens.members
    members["userinfo"] = userInfo.map { .object($0) }
    members["verified"] = .object(tokens.verified.merging(verified) { $1 })
    return members
  }

  /// What was checked of the request and its answer. A check that failed would have ended the sign-in.
  private var verified: [String: JSONValue] {
    let server = tokens.client.server
    return [
      "state": true,
      // Compared whenever it came, and it must come if the server announces it (RFC 9207 §2.4).
      "iss": .bool(server.issuer != nil && server.authorizationResponseIssParameterSupported),
      "code_challenge_method": .string(request.challengeMethod.rawValue),
      "response_mode": .string(request.responseMode?.rawValue ?? "query"),
      "signed_response": .bool(request.responseMode.map { $0.rawValue.hasSuffix("jwt") } ?? false),
      "pushed_request": .bool(request.isPushed || server.requirePushedAuthorizationRequests),
      "signed_request": .bool(request.requestObjectKey != nil),
      "userinfo_sub": .bool(userInfoIsVerified),
    ]
  }
}
