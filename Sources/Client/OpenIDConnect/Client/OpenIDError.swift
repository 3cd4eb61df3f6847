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
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .noRefreshToken: .signInNeeded
    case .noIssuer, .noKeys, .noLogoutEndpoint: .mistake
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .noIssuer: "The server's metadata has no issuer, so ID tokens cannot be verified."
    case .noKeys:
      "The server's metadata has no jwks_uri, so ID tokens cannot be verified (OpenID Connect Discovery §3)."
    case .noRefreshToken: "The server issued no refresh token."
    case .noLogoutEndpoint: "The server does not offer RP-initiated logout (end_session_endpoint)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .noIssuer: "Use discovery, or add the issuer to the metadata."
    case .noKeys: "Use discovery, or supply the server's keys."
    case .noRefreshToken: "Sign in again; ask for the scope offline_access if the server supports it."
    case .noLogoutEndpoint: "Discard the tokens, and revoke them if the server supports it."
    }
  }
}
