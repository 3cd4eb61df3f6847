internal import FoundationBasics
internal import HTTPTypes
public import OAuth
public import OAuthCore
public import TokenStorage

extension ProviderClient {
  /// Creates the token session of an account, which keeps the account's tokens valid.
  ///
  /// The session sends access tokens only to the provider's own origins and to `origins`. It ends
  /// when the provider answers a refresh with one of its ``Provider/endingErrors``. Create one
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
    return TokenSession(
      account: account, client: client, store: store, origins: own + origins,
      policy: RefreshPolicy(endingErrors: provider.endingErrors), monotonic: monotonic)
  }

  /// Signs an account out: revokes its tokens at the provider, then deletes them from the store.
  ///
  /// - Parameter session: A session from ``session(for:in:origins:)``.
  /// - Returns: Whether the provider revoked the tokens. If it didn't, the tokens stay valid there:
  ///   tell the user.
  /// - Throws: The errors of `TokenSession.signOut`.
  @discardableResult
  public func signOut(_ session: TokenSession) async throws -> SignOutOutcome {
    try await session.signOut { tokens in
      guard let request = revocation(of: tokens.accessToken) else { return nil }
      do {
        let answer = try await transport.send(request.head, body: request.body, limits: limits)
        guard isRevoked(answer, tokens) else {
          throw ProviderError.notRevoked(provider: provider.name, status: answer.response.status.code)
        }
        // GitHub revokes only the access token in the request, and has no request for the refresh
        // token.
        if case .gitHubApplication = provider.revocation, tokens.refreshToken != nil {
          throw ProviderError.refreshTokenLivesOn(provider: provider.name)
        }
        return .revoked
      } catch {
        return .deletedOnly(error)
      }
    }
  }

  /// Returns the provider's own revocation request; `nil` if the client can't send one.
  private func revocation(of token: Secret) -> (head: HTTPRequest, body: [UInt8])? {
    switch provider.revocation {
    case .announced: return nil
    case .gitHubApplication(let api):
      guard let secret, let endpoint = try? Endpoint(api.text + "/applications/\(id)/token") else { return nil }
      var head = endpoint.request(.delete)
      head.headerFields[.authorization] = Self.basic(id, secret)
      head.headerFields[.accept] = "application/vnd.github+json"
      head.headerFields[.contentType] = "application/json"
      head.headerFields[.userAgent] = "Pixy"
      return (head, JSONValue.object(["access_token": .string(token.reveal())]).bytes())
    case .withTheTokenItself(let endpoint):
      var head = endpoint.request(.post)
      head.headerFields[.authorization] = "Bearer " + token.reveal()
      head.headerFields[.userAgent] = "Pixy"
      return (head, [])
    }
  }

  private static func basic(_ id: String, _ secret: Secret) -> String {
    "Basic " + Data((id + ":" + secret.reveal()).utf8).base64EncodedString()
  }

  /// Returns whether the answer means that the tokens are revoked.
  ///
  /// Slack answers with status 200 and the members `ok` and `revoked`. GitHub answers with status
  /// 204, or with 404 for an access token that had already expired; 404 says nothing about a
  /// refresh token.
  private func isRevoked(_ answer: HTTPAnswer, _ tokens: StoredTokens) -> Bool {
    switch provider.revocation {
    case .announced: false
    case .gitHubApplication:
      answer.response.status == .noContent || answer.response.status == .notFound && tokens.refreshToken == nil
    case .withTheTokenItself:
      answer.response.status == .ok && Self.saysRevoked(answer)
    }
  }

  private static func saysRevoked(_ answer: HTTPAnswer) -> Bool {
    guard let members = (try? JSONValue(bytes: answer.body))?.object else { return false }
    return members["ok"]?.bool == true && members["revoked"]?.bool != false
  }
}
