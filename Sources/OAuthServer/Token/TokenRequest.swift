internal import OAuthCore

/// A token request whose client is known and did prove itself.
struct TokenRequest: Sendable {
  let form: FormParameters
  let client: RegisteredClient
  /// The key that new tokens are bound to; the client just proved to have it.
  let confirmation: KeyConfirmation?
}

/// What of an approval new tokens get.
struct TokenTerms: Sendable {
  /// Of the access token. A refresh token keeps all that was approved.
  var scope: Scope
  /// Whom the access token is for.
  var resources: [String]
  /// What the access token reaches beyond scopes.
  var authorizationDetails: [JSONValue]
  /// What the authorization request had, for the ID token.
  var nonce: Secret?
  /// Whether there may be a refresh token.
  var isRefreshable = true
  /// Whether the access token has to be a JWT, whatever the client is registered for.
  var isJWT = false
  /// The most that the access token may live, beside the server's own limit.
  var lifetime: Duration?

  /// All that was approved.
  init(_ approval: Approval) {
    scope = approval.scope
    resources = approval.details.resources
    authorizationDetails = approval.details.authorizationDetails
  }
}
