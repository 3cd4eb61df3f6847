internal import OAuth
public import OAuthCore
public import OAuthSessions
public import TokenStorage

extension ProviderClient {
  /// Creates the token session of an account, which keeps the account's tokens valid.
  ///
  /// The session sends access tokens only to the provider's own origins and to `origins`. It ends
  /// when the provider answers a refresh with one of its ``Provider/endingErrors``. An ID token that
  /// comes with a refresh must be about the same user (OpenID Connect Core §12.2). Create one
  /// session for each account and share it, so that all callers use the tokens in its memory.
  ///
  /// - Parameters:
  ///   - account: The account whose tokens the session manages.
  ///   - store: The store that has the account's tokens, or will have them.
  ///   - origins: Addresses of the other APIs that the application calls. Their origins join those
  ///     of ``Provider/resources``, the profile and the UserInfo endpoint. Every receiver of a
  ///     bearer token can use it, so name only APIs that accept this provider's tokens. Default:
  ///     none.
  /// - Returns: The session.
  /// - Throws: The errors of ``oauthClient()``.
  public func session(
    for account: Account, in store: any TokenStore, origins: [Endpoint] = []
  ) async throws -> TokenSession {
    let client = try await oauthClient()
    var own = provider.resources + (client.server.userInfoEndpoint.map { [$0] } ?? [])
    if case .resource(let resource) = provider.profile { own.append(resource.address) }
    // A provider without issuer or keys issues no ID tokens that a sign-in accepts.
    let verifier = try? openIDClient(client)
    return TokenSession(
      account: account, client: client, store: store, origins: own + origins,
      policy: RefreshPolicy(endingErrors: provider.endingErrors), verifier: verifier,
      monotonic: monotonic)
  }
}
