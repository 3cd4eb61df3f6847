internal import HTTPTypes
public import OAuth
internal import OAuthCore
internal import OpenIDConnect
internal import TokenStorage

extension ProviderClient {
  /// Who has just signed in, as the provider says.
  ///
  /// - Parameter signedIn: the sign-in. If it has an ID token, the profile must be about the same person.
  /// - Throws: ``ProviderError`` if the provider refuses, or what it says can't be used; `EndpointError` if it has no such place;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
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

  /// Who is signed in, as the provider says now. A 401 has the tokens refreshed, once.
  ///
  /// - Parameter session: from ``session(for:in:)``.
  /// - Throws: as above, and `TokenSessionError`.
  public func profile(through session: TokenSession) async throws -> Profile {
    // The ID token is as old as the sign-in, and says nothing else than who it was.
    if provider.profile == .idToken { return Profile(id: session.account.name) }
    return try await profile(of: session.client) { request in try await session.send(request) }
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
      throw .profileOfSomebodyElse(provider: provider.name)
    }
  }
}
