public import OAuthCore

/// The reasons why a sign-in at a provider, a profile request or a revocation failed.
public enum ProviderError: Error, Sendable, Hashable {
  /// The client ID is a placeholder, or doesn't have the provider's form. Nothing was opened or
  /// sent.
  case clientID(provider: String, place: String)
  /// The provider requires a client secret from this kind of client, and none is configured.
  /// Nothing was opened or sent.
  case clientSecretMissing(provider: String)
  /// The provider doesn't accept this redirect URI. Nothing was opened.
  case redirectURI(String, provider: String, remedy: String)
  /// The provider doesn't support the device grant (RFC 8628).
  case noDeviceGrant(provider: String)
  /// The provider rejected the request for the profile, with this status.
  ///
  /// Status 401 is no reason to sign the user out: through a `TokenSession` it means that a new
  /// token was rejected too, which is the provider's mistake and may pass. The error of a session
  /// that has ended is a `TokenSessionError` of the category `ErrorCategory.signInNeeded`.
  case profileRefused(provider: String, status: Int)
  /// The profile can't be read.
  case profileMalformed(provider: String)
  /// The provider didn't revoke the tokens at sign-out, and answered with this status. The tokens
  /// stay valid there.
  case notRevoked(provider: String, status: Int)
  /// The provider has no request that revokes tokens.
  case noRevocation(provider: String)
  /// The provider revokes tokens only for a client with its secret, and none is configured.
  case revocationNeedsSecret(provider: String)
  /// The provider revoked the access token at sign-out. It has no request to revoke the refresh
  /// token, which stays valid there.
  case refreshTokenLivesOn(provider: String)
  /// The profile belongs to a user other than the one who signed in (OpenID Connect Core §5.3.2).
  case profileOfAnotherUser(provider: String)
}

extension ProviderError: ExplainedError {
  /// The error code: the case's name in snake case.
  public var code: String {
    switch self {
    case .clientID: "unusable_client_id"
    case .clientSecretMissing: "client_secret_missing"
    case .redirectURI: "redirect_uri_not_accepted"
    case .noDeviceGrant: "no_device_grant"
    case .profileRefused: "profile_refused"
    case .profileMalformed: "profile_malformed"
    case .profileOfAnotherUser: "profile_of_somebody_else"
    case .notRevoked: "not_revoked"
    case .noRevocation: "no_revocation"
    case .revocationNeedsSecret: "revocation_needs_secret"
    case .refreshTokenLivesOn: "refresh_token_lives_on"
    }
  }

  /// The step that failed: the configuration, or the resource for profiles and revocation.
  public var step: FlowStep {
    switch self {
    case .clientID, .clientSecretMissing, .redirectURI, .noDeviceGrant: .configuration
    case .profileRefused, .profileMalformed, .profileOfAnotherUser: .resource
    case .notRevoked, .noRevocation, .revocationNeedsSecret, .refreshTokenLivesOn: .resource
    }
  }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .clientID, .clientSecretMissing, .redirectURI, .noDeviceGrant: .mistake
    case .profileRefused(_, 401): .temporary
    case .profileRefused(_, let status), .notRevoked(_, let status): ErrorCategory(status: status)
    case .profileMalformed, .profileOfAnotherUser: .invalidInput
    case .noRevocation, .revocationNeedsSecret, .refreshTokenLivesOn: .refused
    }
  }

  /// A sentence on what happened and why.
  public var explanation: String {
    switch self {
    case .clientID(let provider, _):
      "The client ID is a placeholder, or does not have the form of \(provider)'s client IDs."
    case .clientSecretMissing(let provider):
      "The client secret is missing; \(provider)'s token endpoint requires it from this kind of client."
    case .redirectURI(let redirectURI, let provider, _):
      "\(provider) does not accept the redirect URI \(UntrustedText(redirectURI))."
    case .noDeviceGrant(let provider): "\(provider) does not support the device grant (RFC 8628)."
    case .profileRefused(let provider, let status): "\(provider) did not return the user's profile (status \(status))."
    case .profileMalformed(let provider): "The profile from \(provider) could not be read."
    case .notRevoked(let provider, let status): "\(provider) did not revoke the tokens (status \(status))."
    case .noRevocation(let provider): "\(provider) offers programs no way to revoke tokens."
    case .revocationNeedsSecret(let provider):
      "\(provider) revokes tokens only for a client with its secret, and none is configured."
    case .refreshTokenLivesOn(let provider):
      "\(provider) revoked the access token, but offers no way to revoke the refresh token."
    case .profileOfAnotherUser(let provider):
      "The profile from \(provider) belongs to another user than the sign-in (OpenID Connect Core §5.3.2)."
    }
  }

  /// A sentence on what to do.
  public var remedy: String {
    switch self {
    case .clientID(_, let place): "Register the application and copy its client ID from \(place)."
    case .clientSecretMissing: "Configure the secret that was issued with the client ID. PKCE is used too."
    case .redirectURI(_, _, let remedy): remedy
    case .noDeviceGrant: "Sign in with a browser."
    case .profileRefused(_, 401): "Try again later. If the error remains, sign in again."
    case .profileRefused(_, 403): "Request the scope that the profile needs, and check whether the API is enabled."
    case .profileRefused: "Try again later; nothing was changed here."
    case .profileMalformed: "Try again later. If the error remains, report it to the developers of this program."
    case .notRevoked, .noRevocation, .revocationNeedsSecret, .refreshTokenLivesOn:
      "If necessary, remove the application's access on the provider's page."
    case .profileOfAnotherUser: "Discard this sign-in, and sign in again."
    }
  }
}
