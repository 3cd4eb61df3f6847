internal import HTTPTypes
internal import OAuth
internal import OAuthCore
public import OAuthSessions
internal import OpenIDConnect
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
    if provider.profile == .idToken, let idToken = signedIn.idToken {
      return try Self.profile(in: idToken, of: provider)
    }
    let client = try await oauthClient()
    let profile = try await profile(of: client) { request in
      try await client.resource(request, accessToken: signedIn.tokens.accessToken)
    }
    try Self.check(profile, isAbout: signedIn.idToken?.subject, provider)
    return profile
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
      return try await profile(of: session.client) { request in try await session.send(request) }
    } catch let error as ProviderError {
      // A rejected token that can't be replaced stays rejected.
      guard case .profileRefused(_, 401) = error, let tokens = try? await session.store.tokens(for: session.account),
        tokens.refreshToken == nil
      else { throw error }
      throw TokenSessionError.noRefreshToken(session.account)
    }
  }

  private func profile(
    of client: OAuthClient, sending send: (HTTPRequest) async throws -> HTTPAnswer
  ) async throws -> Profile {
    switch provider.profile {
    case .resource(let resource): return try await resource.profile(of: provider.name, sending: send)
    case .userInfo, .idToken:
      guard let endpoint = client.server.userInfoEndpoint else { throw EndpointError(.userInfo, .notAnnounced) }
      return try await ProfileResource(endpoint, members: .claims).profile(of: provider.name, sending: send)
    }
  }

  private static func profile(in idToken: IDToken, of provider: Provider) throws -> Profile {
    guard var profile = ProfileMembers.claims.profile(in: .object(idToken.claims)) else {
      throw ProviderError.profileMalformed(provider: provider.name)
    }
    profile.picture = profile.picture?.picture(saidBy: nil)
    return profile
  }

  static func check(_ profile: Profile, isAbout subject: String?, _ provider: Provider) throws(ProviderError) {
    guard let subject else { return }
    guard profile.id.utf8.elementsEqual(subject.utf8) else {
      throw .profileOfAnotherUser(provider: provider.name)
    }
  }
}
