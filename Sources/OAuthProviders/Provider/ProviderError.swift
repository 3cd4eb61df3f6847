public import OAuthCore

/// Why nobody can be signed in at a provider, or said who they are.
public enum ProviderError: Error, Sendable, Hashable {
  /// The client id is a placeholder, or none that the provider gives. Nothing was opened or sent.
  case clientID(provider: String, place: String)
  /// The provider wants a client secret of this kind of client, and there is none. Nothing was opened or sent.
  case clientSecretMissing(provider: String)
  /// The provider doesn't let clients come back to that address. Nothing was opened.
  case redirectURI(String, provider: String, remedy: String)
  /// The provider doesn't know the device grant (RFC 8628).
  case noDeviceGrant(provider: String)
  /// The provider refused to say who it is, with this status. 401 is no reason to sign the person out: through a `TokenSession` it
  /// means that a new token was refused too, or that there is no refresh token to get one with. `TokenSessionError.needsSignIn` says
  /// that a session is over.
  case profileRefused(provider: String, status: Int)
  /// What the provider says about the person can't be read.
  case profileMalformed(provider: String)
  /// The provider refused to end the tokens when a person signed out, with this status. They live on there.
  case notRevoked(provider: String, status: Int)
  /// The provider ended the access token when a person signed out, and can't be asked to end the refresh token.
  case refreshTokenLivesOn(provider: String)
  /// The profile is about somebody else than the one who signed in (OpenID Connect Core §5.3.2).
  case profileOfSomebodyElse(provider: String)
}

extension ProviderError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .clientID: "unusable_client_id"
    case .clientSecretMissing: "client_secret_missing"
    case .redirectURI: "redirect_uri_not_accepted"
    case .noDeviceGrant: "no_device_grant"
    case .profileRefused: "profile_refused"
    case .profileMalformed: "profile_malformed"
    case .profileOfSomebodyElse: "profile_of_somebody_else"
    case .notRevoked: "not_revoked"
    case .refreshTokenLivesOn: "refresh_token_lives_on"
    }
  }

  /// Configuration, or the resource for what concerns profiles.
  public var step: FlowStep {
    switch self {
    case .clientID, .clientSecretMissing, .redirectURI, .noDeviceGrant: .configuration
    case .profileRefused, .profileMalformed, .profileOfSomebodyElse, .notRevoked, .refreshTokenLivesOn: .resource
    }
  }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .clientID(let provider, _): "The client id is a placeholder, or not one that \(provider) gives."
    case .clientSecretMissing(let provider):
      "\(provider) gives clients of this kind a secret, and its token endpoint refuses them without it."
    case .redirectURI(let redirectURI, let provider, _):
      "\(provider) does not let applications come back to \(UntrustedText(redirectURI))."
    case .noDeviceGrant(let provider): "\(provider) does not know the device grant (RFC 8628)."
    case .profileRefused(let provider, let status): "\(provider) did not say who this is (status \(status))."
    case .profileMalformed(let provider): "What \(provider) says about the person cannot be read."
    case .notRevoked(let provider, let status): "\(provider) did not end the tokens (status \(status))."
    case .refreshTokenLivesOn(let provider):
      "\(provider) ended the access token; it offers no way to end the refresh token alone."
    case .profileOfSomebodyElse(let provider):
      "What \(provider) says is about another person than the one who signed in (OpenID Connect Core §5.3.2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .clientID(_, let place): "Register the application and take the client id from \(place)."
    case .clientSecretMissing: "Give the secret that came with the client id. PKCE is used all the same."
    case .redirectURI(_, _, let remedy): remedy
    case .noDeviceGrant: "Sign in with a browser."
    case .profileRefused(_, 401): "Try again later; sign in again if it lasts."
    case .profileRefused(_, 403): "Ask for the scope that the profile needs, and see whether the interface is enabled."
    case .profileRefused: "Try again later; nothing was changed here."
    case .profileMalformed: "Try again later; if it lasts, tell the makers of this program."
    case .notRevoked, .refreshTokenLivesOn: "Take the application's access away on the provider's page, if it matters."
    case .profileOfSomebodyElse: "Do not go on; sign in again."
    }
  }
}
