internal import OAuthCore

/// The `grant_type` of a token request, as far as errors depend on it.
struct GrantName: RawRepresentable, Sendable, Hashable {
  static let refreshToken = GrantName(rawValue: "refresh_token")

  let rawValue: String

  /// The category and the remedy of `invalid_grant` if the grant isn't known.
  static let anyRejection = (
    ErrorCategory.signInNeeded, "Sign in again: the code or refresh token is spent, expired or revoked."
  )

  /// The category and the remedy of `invalid_grant` (RFC 6749 §5.2): each grant has something else that
  /// the server can reject.
  var rejection: (ErrorCategory, String) {
    switch rawValue {
    case "authorization_code":
      (
        .signInNeeded,
        "Sign in again: the code is spent or expired, or the request that it was issued for had another redirect URI "
          + "or code challenge."
      )
    case "refresh_token": (.signInNeeded, "Sign in again: the refresh token is spent, expired or revoked.")
    case "urn:ietf:params:oauth:grant-type:jwt-bearer", "urn:ietf:params:oauth:grant-type:saml2-bearer":
      (
        .refused,
        "Check the assertion: its issuer, subject, audience, lifetime and signature (RFC 7523 §3), and that the "
          + "server trusts its issuer."
      )
    case "urn:ietf:params:oauth:grant-type:token-exchange":
      (.refused, "Check the subject token and the actor token: they may be expired, revoked or of another server.")
    case "client_credentials", "password": (.refused, "Check the credentials and the client's registration.")
    default: Self.anyRejection
    }
  }
}
