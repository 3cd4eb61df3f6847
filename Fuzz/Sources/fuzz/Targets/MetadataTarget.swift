import OAuthCore

/// The metadata that an authorization server publishes.
enum MetadataTarget {
  static func run(_ bytes: [UInt8]) {
    guard let document = try? JSONValue(bytes: bytes) else { return }
    let metadata: AuthorizationServerMetadata
    do {
      metadata = try AuthorizationServerMetadata(document: document)
    } catch {
      requireSafe(error)
      return
    }
    require(metadata.issuer != nil, "a document names its issuer")
    if let issuer = metadata.issuer {
      require(!issuer.text.contains("?") && !issuer.text.contains("#"), "an issuer has neither query nor fragment")
      require((try? Issuer(issuer.origin + issuer.pathPrefix)) != nil, "the issuer has well-known addresses")
    }
    for endpoint in [metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.userInfoEndpoint].compactMap({
      $0
    }) {
      URITarget.check(endpoint)
    }
    require((try? AuthorizationServerMetadata(document: .object(metadata.members))) == metadata, "no member is lost")
  }
}
