public import OAuth
internal import OAuthCore

/// Reads a person's name and picture from Google's People API.
///
/// For apps that keep tokens themselves; ``SignInService`` with ``Provider/google`` does the same and more. An access token that has
/// ended is refreshed before the request, and one that Google refuses (401) is refreshed and the request sent once more.
public struct GoogleProfileService: Sendable {
  private let session: TokenSession
  private let resource: ProfileResource

  /// Reads profiles of one account.
  ///
  /// - Parameters:
  ///   - session: keeps the account's tokens. The People API's origin must be among its origins; the scope must have `profile`.
  ///   - provider: ``Provider/google`` or another of Google's kinds; one that was relocated asks there.
  public init(session: TokenSession, provider: Provider = .google) {
    self.session = session
    if case .resource(let resource) = provider.profile {
      self.resource = resource
    } else {
      resource = .googlePeople
    }
  }

  /// The person's name and picture, as they are now.
  ///
  /// - Throws: ``ProviderError/profileRefused(provider:status:)`` with 401 if a new token didn't help, with 403 if the scope or the API isn't
  ///   enabled, with 429 if there were too many requests; ``ProviderError/profileMalformed(provider:)``; `TokenSessionError`;
  ///   `HTTPTransportError`; `CancellationError`.
  public func profile() async throws -> Profile {
    try await resource.profile(of: "Google") { request in try await session.send(request) }
  }
}
