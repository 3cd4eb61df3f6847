internal import HTTPTypes
package import OAuth
internal import OAuthCore
public import OAuthSessions
package import OpenIDConnect
internal import TokenStorage

extension ProviderClient {
  /// Reads the user's profile directly after a sign-in.
  ///
  /// - Parameter signedIn: The sign-in. If it has an ID token, the profile must have the same
  ///   subject (OpenID Connect Core §5.3.2).
  /// - Returns: The profile.
  /// - Throws: ``ProviderError`` if the provider refuses the request, or if its answer can't be
  ///   read or belongs to another user; `EndpointError` if the provider has no profile endpoint;
  ///   `HTTPTransportError` if no answer arrived; `CancellationError`.
  public func profile(_ signedIn: ProviderSignIn) async throws -> Profile {
    try await provider.profile(signedIn.idToken, signedIn.tokens, through: oauthClient())
  }

  /// Reads the current profile of an account that is already signed in.
  ///
  /// If the provider answers with status 401, the session refreshes the access token and repeats
  /// the request once. Without a refresh token only a new sign-in helps:
  /// `TokenSessionError.noRefreshToken`.
  ///
  /// - Parameter session: A session from ``session(for:in:origins:)``.
  /// - Returns: The profile. For a provider that puts the profile in the ID token only, it contains
  ///   only the account's ID.
  /// - Throws: The errors of ``profile(_:)``, and `TokenSessionError`.
  public func profile(through session: TokenSession) async throws -> Profile {
    // The ID token is from the sign-in and isn't stored; the account's name is its subject.
    if provider.profile == .idToken { return Profile(id: session.account.name) }
    do {
      return try await provider.profile(of: session.client) { request in try await session.send(request) }
    } catch let error as ProviderError {
      // A rejected token that can't be replaced stays rejected.
      guard case .profileRefused(_, 401) = error, let tokens = try? await session.store.tokens(for: session.account),
        tokens.refreshToken == nil
      else { throw error }
      throw TokenSessionError.noRefreshToken(session.account)
    }
  }
}

extension Provider {
  /// Reads the user's profile directly after a sign-in; see ``ProviderClient/profile(_:)``.
  ///
  /// - Parameters:
  ///   - idToken: The verified ID token; `nil` if there is none.
  ///   - tokens: The tokens of the sign-in.
  ///   - client: The client of the sign-in.
  package func profile(
    _ idToken: IDToken?, _ tokens: TokenResponse, through client: OAuthClient
  ) async throws -> Profile {
    if profile == .idToken, let idToken { return try profile(in: idToken) }
    let profile = try await profile(of: client) { request in
      try await client.resource(request, accessToken: tokens.accessToken)
    }
    if let idToken { try check(profile, isAbout: idToken.subject) }
    return profile
  }

  /// Checks that a profile is about the user of a sign-in (OpenID Connect Core §5.3.2).
  func check(_ profile: Profile, isAbout subject: String) throws(ProviderError) {
    guard profile.id.utf8.elementsEqual(subject.utf8) else { throw .profileOfAnotherUser(provider: name) }
  }

  fileprivate func profile(
    of client: OAuthClient, sending send: (HTTPRequest) async throws -> HTTPAnswer
  ) async throws -> Profile {
    switch profile {
    case .resource(let resource): return try await resource.profile(of: name, sending: send)
    case .userInfo, .idToken:
      guard let endpoint = client.server.userInfoEndpoint else { throw EndpointError(.userInfo, .notAnnounced) }
      return try await ProfileResource(endpoint, members: .claims).profile(of: name, sending: send)
    }
  }

  private func profile(in idToken: IDToken) throws -> Profile {
    guard var profile = ProfileMembers.claims.profile(in: .object(idToken.claims)) else {
      throw ProviderError.profileMalformed(provider: name)
    }
    profile.picture = profile.picture?.picture(saidBy: nil)
    return profile
  }
}
