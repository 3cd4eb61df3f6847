package import OAuthCore

/// One client at one authorization server: whatever was begun with it is completed with it only.
package struct ClientIdentity: Sendable, Hashable {
  package let id: String
  let issuer: Issuer?
  let tokenEndpoint: Endpoint

  package init(_ client: OAuthClient) {
    self.init(id: client.id, server: client.server)
  }

  init(id: String, server: AuthorizationServerMetadata) {
    self.id = id
    issuer = server.issuer
    tokenEndpoint = server.tokenEndpoint
  }

  /// The values that are authenticated with a sealed text.
  package var sealingContext: [JSONValue] {
    [.string(id), issuer.map { .string($0.text) } ?? .null, .string(tokenEndpoint.text)]
  }
}
