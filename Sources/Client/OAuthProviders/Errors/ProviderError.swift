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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let removal = "If necessary, remove the application's access on the provider's page."
    return switch self {
    case .clientID(let provider, let place):
      ErrorFacts(
        "unusable_client_id", at: .configuration, .mistake,
        "The client ID is a placeholder, or does not have the form of \(provider)'s client IDs.",
        remedy: "Register the application and copy its client ID from \(place).")
    case .clientSecretMissing(let provider):
      ErrorFacts(
        "client_secret_missing", at: .configuration, .mistake,
        "The client secret is missing; \(provider)'s token endpoint requires it from this kind of client.",
        remedy: "Configure the secret that was issued with the client ID. PKCE is used too.")
    case .redirectURI(let redirectURI, let provider, let remedy):
      ErrorFacts(
        "redirect_uri_not_accepted", at: .configuration, .mistake,
        "\(provider) does not accept the redirect URI \(UntrustedText(redirectURI)).", remedy: remedy)
    case .noDeviceGrant(let provider):
      ErrorFacts(
        "no_device_grant", at: .configuration, .mistake, "\(provider) does not support the device grant (RFC 8628).",
        remedy: "Sign in with a browser.")
    case .profileRefused(let provider, let status):
      ErrorFacts(
        "profile_refused", at: .resource, status == 401 ? .temporary : ErrorCategory(status: status),
        "\(provider) did not return the user's profile (status \(status)).", remedy: Self.profileRemedy(status))
    case .profileMalformed(let provider):
      ErrorFacts(
        "profile_malformed", at: .resource, .invalidInput, "The profile from \(provider) could not be read.",
        remedy: "Try again later. If the error remains, report it to the developers of this program.")
    case .notRevoked(let provider, let status):
      ErrorFacts(
        "not_revoked", at: .resource, ErrorCategory(status: status),
        "\(provider) did not revoke the tokens (status \(status)).", remedy: removal)
    case .noRevocation(let provider):
      ErrorFacts(
        "no_revocation", at: .resource, .refused, "\(provider) offers programs no way to revoke tokens.",
        remedy: removal)
    case .revocationNeedsSecret(let provider):
      ErrorFacts(
        "revocation_needs_secret", at: .resource, .refused,
        "\(provider) revokes tokens only for a client with its secret, and none is configured.", remedy: removal)
    case .refreshTokenLivesOn(let provider):
      ErrorFacts(
        "refresh_token_lives_on", at: .resource, .refused,
        "\(provider) revoked the access token, but offers no way to revoke the refresh token.", remedy: removal)
    case .profileOfAnotherUser(let provider):
      ErrorFacts(
        "profile_of_somebody_else", at: .resource, .invalidInput,
        "The profile from \(provider) belongs to another user than the sign-in (OpenID Connect Core §5.3.2).",
        remedy: "Discard this sign-in, and sign in again.")
    }
  }

  private static func profileRemedy(_ status: Int) -> String {
    switch status {
    case 401: "Try again later. If the error remains, sign in again."
    case 403: "Request the scope that the profile needs, and check whether the API is enabled."
    default: "Try again later; nothing was changed here."
    }
  }
}
