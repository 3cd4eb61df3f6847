internal import OAuthCore
internal import OAuthServer

/// A look-alike's clients as the authorization server inside it sees them.
///
/// Providers have rules of their own for redirect URIs and secrets, and the look-alike has applied them before it asks the server: the
/// redirect URI that it let through is the only one that the client has, for as long as the request takes, and all clients have the
/// secret that the look-alike and the server share.
struct LookAlikeClientStore: ClientStore {
  /// What the provider's rules let through in the request that is being answered.
  @TaskLocal static var redirectURI: RedirectURI?

  let clients: [String: LookAlikeClient]
  let secret: SecretHash
  let scope: Scope
  let quirks: Set<LookAlikeQuirk>

  func client(_ id: String) async throws -> RegisteredClient? {
    clients[id].map { client in
      RegisteredClient(
        // No provider insists on PKCE.
        id: id, name: client.name, kind: .confidential(secretHash: secret, proofKey: .optionalDespiteCodeInjection),
        redirectURIs: Self.redirectURI.map { [$0] } ?? [], scope: scope,
        grants: client.tokenRules(quirks).hasRefreshToken
          ? [.authorizationCode, .deviceCode, .refreshToken] : [.authorizationCode, .deviceCode])
    }
  }
}
