internal import OAuthCore
internal import OAuthServer

/// The clients of a look-alike as the inner authorization server sees them.
///
/// A provider has its own rules for redirect URIs and secrets. The look-alike applies them before
/// it calls the inner server. During one request the accepted redirect URI is therefore the only
/// registered one. All clients have one secret, which only the look-alike and the inner server
/// know.
struct LookAlikeClientStore: ClientStore {
  /// The redirect URI that the provider's rules accepted for the current request.
  @TaskLocal static var redirectURI: RedirectURI?

  let clients: [String: LookAlikeClient]
  let secret: SecretHash
  let scope: Scope
  let quirks: Set<LookAlikeQuirk>

  func client(_ id: String) async throws -> RegisteredClient? {
    clients[id].map { client in
      RegisteredClient(
        // None of the providers requires PKCE.
        id: id, name: client.name, kind: .confidential(secretHash: secret, proofKey: .optionalDespiteCodeInjection),
        redirectURIs: Self.redirectURI.map { [$0] } ?? [], scope: scope,
        grants: client.tokenRules(quirks).hasRefreshToken
          ? [.authorizationCode, .deviceCode, .refreshToken] : [.authorizationCode, .deviceCode])
    }
  }
}
