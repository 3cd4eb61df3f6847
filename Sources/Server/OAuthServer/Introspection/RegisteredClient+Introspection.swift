internal import OAuthCore

extension RegisteredClient {
  /// Returns whether the client is a resource that may introspect another client's token, because
  /// it accepts that token (RFC 7662 §4).
  func mayBeShown(_ token: IssuedToken) -> Bool {
    let resources = token.details.resources
    return settings.mayIntrospectAll
      && (resources.isEmpty || resources.contains { ParsedURI.resource($0, in: settings.protectedResources) != nil })
  }
}
