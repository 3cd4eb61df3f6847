internal import OAuthCore

/// The endpoints that servers have named so far in a trace.
package struct KnownEndpoints: Sendable, Hashable {
  private var kinds: [String: WireStep.Kind] = [:]

  package init() {}

  /// Remembers the endpoints in an answer with metadata or with a client's registration.
  package mutating func learn(from answer: ShownAnswer, to step: WireStep) {
    guard let members = answer.body.members else { return }
    if step.kind == .registration, let address = members["registration_client_uri"]?.string {
      kinds[Self.base(address)] = .clientConfiguration
    }
    guard step.kind == .discovery else { return }
    for (name, kind) in Self.names {
      if let address = members[name]?.string { kinds[Self.base(address)] = kind }
      if let alias = members["mtls_endpoint_aliases"]?.object?[name]?.string { kinds[Self.base(alias)] = kind }
    }
  }

  /// Returns the kind of request that goes to a URL, if a server named it.
  package func kind(of address: String) -> WireStep.Kind? { kinds[address] }

  private static func base(_ address: String) -> String { String(address.prefix { $0 != "?" && $0 != "#" }) }

  private static let names: [(String, WireStep.Kind)] = [
    ("token_endpoint", .token), ("revocation_endpoint", .revocation), ("introspection_endpoint", .introspection),
    ("device_authorization_endpoint", .deviceAuthorization), ("userinfo_endpoint", .userInfo),
    ("pushed_authorization_request_endpoint", .pushedAuthorization), ("registration_endpoint", .registration),
    ("backchannel_authentication_endpoint", .backchannelAuthentication), ("jwks_uri", .keys),
    ("authorization_endpoint", .authorization),
  ]
}

extension WireStep {
  /// Determines the purpose of a request.
  ///
  /// The request's own parameters come first, then the endpoints that the server named. For servers
  /// that publish no metadata, the form of the URL decides.
  package init(of request: ShownRequest, knowing endpoints: KnownEndpoints) {
    if let grant = request.parameter("grant_type") {
      self.init(kind: .token, grant: grant)
      return
    }
    self.init(
      kind: Self.wellKnown(request.address) ?? endpoints.kind(of: request.address) ?? Self.guess(request))
  }

  private static func wellKnown(_ address: String) -> Kind? {
    if address.contains("/.well-known/openid-configuration")
      || address.contains("/.well-known/oauth-authorization-server")
    {
      return .discovery
    }
    return address.contains("/.well-known/oauth-protected-resource") ? .resourceMetadata : nil
  }

  private static func guess(_ request: ShownRequest) -> Kind {
    let path = request.address.lowercased()
    let names = Set(request.form.map(\.name))
    if names.contains("token") { return path.contains("revo") ? .revocation : .introspection }
    if names.contains("response_type") || (names.contains("request") && names.contains("client_id")) {
      return .pushedAuthorization
    }
    if names.contains("login_hint") || names.contains("binding_message") { return .backchannelAuthentication }
    if names.contains("client_id"), path.contains("device") { return .deviceAuthorization }
    if case .json(let value) = request.body,
      value.object?["redirect_uris"] != nil || value.object?["grant_types"] != nil
    {
      return request.method == "PUT" ? .clientConfiguration : .registration
    }
    if request.field("accept")?.contains("jwk-set+json") ?? false { return .keys }
    if path.hasSuffix("/userinfo") { return .userInfo }
    return request.field("authorization") != nil ? .resource : .other
  }
}
