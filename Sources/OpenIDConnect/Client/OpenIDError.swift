public import OAuthCore

/// What a client lacks for OpenID Connect.
public enum OpenIDError: String, Error, Sendable, Hashable {
  /// The server's metadata has no `issuer`, so that nothing says whose ID tokens to accept.
  case noIssuer = "no_issuer"
  /// The server's metadata has no `jwks_uri`, and no keys were given.
  case noKeys = "no_jwks_uri"
  /// The server gave no refresh token.
  case noRefreshToken = "no_refresh_token"
  /// The server's metadata has no `end_session_endpoint` (RP-Initiated Logout §2.1).
  case noLogoutEndpoint = "no_end_session_endpoint"
}

extension OpenIDError: ExplainedError {
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is missing.
  public var explanation: String {
    switch self {
    case .noIssuer: "The server's metadata has no issuer, so nothing says whose ID tokens to accept."
    case .noKeys:
      "The server's metadata has no jwks_uri, so ID tokens cannot be verified (OpenID Connect Discovery §3)."
    case .noRefreshToken: "The server gave no refresh token."
    case .noLogoutEndpoint: "The server does not offer RP-initiated logout (end_session_endpoint)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .noIssuer: "Use discovery, or give the metadata its issuer."
    case .noKeys: "Use discovery, or give the server's keys."
    case .noRefreshToken: "Sign in again; ask for the scope offline_access if the server knows it."
    case .noLogoutEndpoint: "Forget the tokens, and revoke them if the server can."
    }
  }
}
