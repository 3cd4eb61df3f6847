internal import OAuth
internal import OAuthCore
internal import PKCE
internal import PixyConnection

/// The result of a sign-in, with the verified claims.
struct LoginOutcome {
  /// The client; a newly registered one has its ID and secret.
  var client: ClientChoice
  /// The registration of ``client``, if this sign-in or an earlier one registered it.
  var registration: RegistrationRecord?
  let request: AuthorizationRequest
  var tokens: TokenOutcome
  var userInfo: [String: JSONValue]?
  /// Whether UserInfo has the subject of the ID token.
  var userInfoIsVerified = false

  init(_ oauth: OAuthClient, _ client: ClientChoice, _ request: AuthorizationRequest, _ tokens: TokenResponse) {
    self.client = client
    self.request = request
    self.tokens = TokenOutcome(oauth, tokens)
  }

  /// The `--json` output, with secrets.
  var members: [String: JSONValue] {
    var members = tokens.members
    members["userinfo"] = userInfo.map { .object($0) }
    members["verified"] = .object(tokens.verified.merging(verified) { $1 })
    return members
  }

  /// The passed checks of the request and its response. A failed check ends the sign-in earlier.
  private var verified: [String: JSONValue] {
    let server = tokens.client.server
    return [
      "state": true,
      // Compared whenever it is present, and required if the metadata announces it (RFC 9207 §2.4).
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
