#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
public import OAuth
internal import OAuthCore
public import TokenStorage

extension ProviderClient {
  /// What keeps an account's tokens valid: it knows which of the provider's addresses may see them, and what ends a session there.
  ///
  /// Make one for each account and share it.
  /// - Parameters:
  ///   - account: whose tokens.
  ///   - store: where they are, or will be.
  /// - Throws: as ``oauthClient()``.
  public func session(for account: Account, in store: any TokenStore) async throws -> TokenSession {
    let client = try await oauthClient()
    var origins = provider.resources + (client.server.userInfoEndpoint.map { [$0] } ?? [])
    if case .resource(let resource) = provider.profile { origins.append(resource.address) }
    return TokenSession(
      account: account, client: client, store: store, origins: origins,
      policy: RefreshPolicy(endingErrors: provider.endingErrors), monotonic: monotonic)
  }

  /// Signs an account out: has the provider end the tokens the way it knows, and deletes them.
  ///
  /// - Parameter session: from ``session(for:in:)``.
  /// - Returns: whether the provider ended them. If it didn't, they live on there: tell the person.
  /// - Throws: as `TokenSession.signOut`.
  @discardableResult
  public func signOut(_ session: TokenSession) async throws -> SignOutOutcome {
    try await session.signOut { tokens in
      guard let request = revocation(of: tokens.accessToken) else { return nil }
      do {
        let answer = try await transport.send(request.head, body: request.body, limits: limits)
        guard isRevoked(answer, tokens) else {
          throw ProviderError.notRevoked(provider: provider.name, status: answer.response.status.code)
        }
        // GitHub ends the one token that it is given, and there is no such request for the other.
        if case .gitHubApplication = provider.revocation, tokens.refreshToken != nil {
          throw ProviderError.refreshTokenLivesOn(provider: provider.name)
        }
        return .revoked
      } catch {
        return .deletedOnly(error)
      }
    }
  }

  /// The provider's own request to end a token; `nil` if the client can't make one.
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
      return (head, JSONValue.object(["access_token": .string(token.reveal())]).octets())
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

  /// Whether the tokens are gone. Slack says `ok` and `revoked` with status 200; GitHub answers 204, and 404 for an access token that
  /// has ended already, which says nothing about a refresh token.
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
    guard let members = (try? JSONValue(octets: answer.body))?.object else { return false }
    return members["ok"]?.bool == true && members["revoked"]?.bool != false
  }
}
