internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// Returns the paths of an issuer's metadata. RFC 8414 §3 puts the well-known name before the
  /// issuer's path, and OpenID Connect Discovery §4 puts it after. The document is the same at each
  /// path, as RFC 8414 §3 allows.
  static func metadataPaths(of issuer: Issuer) -> Set<String> {
    let prefix = issuer.pathPrefix
    return [
      "/.well-known/oauth-authorization-server" + prefix,
      "/.well-known/openid-configuration" + prefix,
      prefix + "/.well-known/openid-configuration",
    ]
  }
}
