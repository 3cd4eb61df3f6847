public import OAuthCore

/// The reason why a call of ``OpenIDClient`` isn't possible.
public enum OpenIDError: String, Error, Sendable, Hashable {
  /// The server's metadata has no `issuer`, which ID tokens are compared with.
  case noIssuer = "no_issuer"
  /// The server's metadata has no `jwks_uri`, and no keys were given.
  case noKeys = "no_jwks_uri"
  /// The server issued no refresh token.
  case noRefreshToken = "no_refresh_token"
  /// The server's metadata has no `end_session_endpoint` (RP-Initiated Logout §2.1).
  case noLogoutEndpoint = "no_end_session_endpoint"
}

extension OpenIDError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .noIssuer:
      ErrorFacts(
        rawValue, at: .configuration, .mistake, "The server's metadata has no issuer, so ID tokens cannot be verified.",
        remedy: "Use discovery, or add the issuer to the metadata.")
    case .noKeys:
      ErrorFacts(
        rawValue, at: .configuration, .mistake,
        "The server's metadata has no jwks_uri, so ID tokens cannot be verified (OpenID Connect Discovery §3).",
        remedy: "Use discovery, or supply the server's keys.")
    case .noRefreshToken:
      ErrorFacts(
        rawValue, at: .configuration, .signInNeeded, "The server issued no refresh token.",
        remedy: "Sign in again; ask for the scope offline_access if the server supports it.")
    case .noLogoutEndpoint:
      ErrorFacts(
        rawValue, at: .configuration, .mistake, "The server does not offer RP-initiated logout (end_session_endpoint).",
        remedy: "Discard the tokens, and revoke them if the server supports it.")
    }
  }
}
