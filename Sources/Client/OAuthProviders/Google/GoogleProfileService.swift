internal import OAuthCore
public import OAuthSessions

/// Reads a user's name and picture from Google's People API.
///
/// Use it in an app that manages token sessions itself; ``SignInService`` with ``Provider/google``
/// includes it. The session refreshes an expired access token before the request. If Google rejects
/// the token (status 401), the session refreshes it and repeats the request once.
public struct GoogleProfileService: Sendable {
  private let session: TokenSession
  private let resource: ProfileResource

  /// Creates a service for one account.
  ///
  /// - Parameters:
  ///   - session: The account's token session. Its origins must include the People API's, and the
  ///     granted scope must include `profile`.
  ///   - provider: ``Provider/google`` or another of Google's client types. A relocated provider is
  ///     asked at its new address. Default: ``Provider/google``.
  public init(session: TokenSession, provider: Provider = .google) {
    self.session = session
    if case .resource(let resource) = provider.profile {
      self.resource = resource
    } else {
      resource = .googlePeople
    }
  }

  /// Reads the user's current name and picture.
  ///
  /// - Returns: The profile.
  /// - Throws: ``ProviderError/profileRefused(provider:status:)`` with status 401 if Google rejects
  ///   a new token too, 403 if the scope is missing or the API isn't enabled, and 429 after too
  ///   many requests; ``ProviderError/profileMalformed(provider:)``; `TokenSessionError`;
  ///   `HTTPTransportError`; `CancellationError`.
  public func profile() async throws -> Profile {
    try await resource.profile(of: "Google") { request in try await session.send(request) }
  }
}
