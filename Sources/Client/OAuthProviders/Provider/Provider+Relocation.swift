public import OAuthCore
internal import OpenIDConnect

extension Provider {
  /// Returns the same provider with all its addresses moved to one other origin and their paths
  /// unchanged. Use it with a server that imitates the provider, such as `pixy serve --as google`.
  ///
  /// - Parameter origin: The server's origin, such as `http://127.0.0.1:8414`. A path after the
  ///   host and port is ignored. The server at this origin receives authorization codes and tokens.
  /// - Returns: The relocated provider.
  /// - Throws: `URIError` if an address becomes too long.
  public func relocated(to origin: Endpoint) throws(URIError) -> Provider {
    var provider = self
    switch server {
    case .published(let issuer): provider.server = .published(try issuer.relocated(to: origin))
    case .known(let metadata): provider.server = .known(try metadata.relocated(to: origin))
    }
    var resources: [Endpoint] = []
    for resource in self.resources { resources.append(try resource.relocated(to: origin)) }
    provider.resources = resources
    if case .resource(var resource) = profile {
      resource.address = try resource.address.relocated(to: origin)
      resource.members.picture = resource.members.picture?.relocated(to: origin)
      provider.profile = .resource(resource)
    }
    switch revocation {
    case .announced: break
    case .gitHubApplication(let api): provider.revocation = .gitHubApplication(api: try api.relocated(to: origin))
    case .withTheTokenItself(let endpoint):
      provider.revocation = .withTheTokenItself(try endpoint.relocated(to: origin))
    }
    provider.remainingAccess.place = remainingAccess.place?.replacing(#/https://[^/ ]+/#, with: origin.origin)
    var quirks = Set<Quirk>()
    for quirk in self.quirks {
      switch quirk {
      case .tenantInIssuer(let template): quirks.insert(.tenantInIssuer(try template.relocated(to: origin)))
      case .issuerMayLackScheme, .slackAnswers, .unannouncedLogout, .formPost, .bearerNames, .jsonLabelledAsText:
        quirks.insert(quirk)
      }
    }
    provider.quirks = quirks
    return provider
  }
}

extension Endpoint {
  func relocated(to origin: Endpoint) throws(URIError) -> Endpoint {
    try Endpoint(origin.origin + parts.path + (parts.query.map { "?\($0)" } ?? ""))
  }
}

extension Issuer {
  fileprivate func relocated(to origin: Endpoint) throws(URIError) -> Issuer {
    try Issuer(origin.origin + parts.path)
  }
}

extension EntraIssuerTemplate {
  fileprivate func relocated(to origin: Endpoint) throws(URIError) -> EntraIssuerTemplate {
    // The placeholder keeps the template from being parsed as an address. The scheme, an empty part
    // and the host precede the third slash.
    let path = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first ?? ""
    return try EntraIssuerTemplate("\(origin.origin)/\(path)", tenants: tenants)
  }
}

extension MemberPath {
  /// Moves an address template to another origin; other paths stay unchanged.
  fileprivate func relocated(to origin: Endpoint) -> MemberPath {
    guard text.hasPrefix("https://") else { return self }
    let path = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first ?? ""
    return MemberPath("\(origin.origin)/\(path)")
  }
}

extension AuthorizationServerMetadata {
  func relocated(to origin: Endpoint) throws(URIError) -> AuthorizationServerMetadata {
    var members = members
    for (name, value) in members {
      guard let text = value.string, let endpoint = try? Endpoint(text) else { continue }
      members[name] = .string(try endpoint.relocated(to: origin).text)
    }
    return AuthorizationServerMetadata(
      issuer: try issuer.map { issuer throws(URIError) in try issuer.relocated(to: origin) },
      authorizationEndpoint: try authorizationEndpoint.map { endpoint throws(URIError) in
        try endpoint.relocated(to: origin)
      }, tokenEndpoint: try tokenEndpoint.relocated(to: origin),
      userInfoEndpoint: try userInfoEndpoint.map { endpoint throws(URIError) in try endpoint.relocated(to: origin) },
      members: members)
  }
}
