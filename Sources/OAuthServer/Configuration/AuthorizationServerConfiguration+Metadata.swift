internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// Where an issuer's metadata is: RFC 8414 §3 puts the well-known name before the issuer's path, OpenID Connect Discovery §4
  /// behind it. The document is the same at each, as RFC 8414 §3 allows.
  static func metadataPaths(of issuer: Issuer) -> Set<String> {
    let prefix = issuer.pathPrefix
    return [
      "/.well-known/oauth-authorization-server" + prefix,
      "/.well-known/openid-configuration" + prefix,
      prefix + "/.well-known/openid-configuration",
    ]
  }
}
