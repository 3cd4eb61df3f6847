package import OAuth
package import OAuthAsyncHTTPClient
package import OAuthCore
package import OAuthProviders

/// The authorization server and its connection, as the command line named them, so that a later run
/// can find the server again.
package struct ServerChoice: Sendable, Hashable {
  package var issuer: String?
  package var providerName: ProviderName?
  package var at: String?
  var lookAlike: String?
  /// The endpoints that were given, by their members of the metadata.
  package var endpoints: [String: String] = [:]
  /// The absolute path of the trusted authorities.
  package var trust: String?
  package var certificate: String?
  package var certificateKey: String?
  /// The server's metadata, if the sign-in has fetched them already. They aren't stored with the server.
  package var published: AuthorizationServerMetadata?

  /// Whether a provider was named, which has its own rules.
  package var isNamedProvider: Bool { providerName != nil }

  /// Whether the given endpoints replace the server's metadata.
  package var needsNoMetadata: Bool { endpoints["authorization_endpoint"] != nil && endpoints["token_endpoint"] != nil }

  /// Returns the server as a provider: the named one, or one without rules of its own.
  ///
  /// - Throws: `URIError` for an issuer or an endpoint that isn't an address; `ValidationError` for a
  ///   missing location.
  package func provider() throws -> Provider {
    if let provider = try providerName?.provider(at: at) {
      return try lookAlike.map { try provider.relocated(to: Endpoint($0)) } ?? provider
    }
    let server: ProviderServer =
      if let givenMetadata = try givenMetadata() {
        .known(givenMetadata)
      } else {
        .published(try Issuer(issuer ?? ""))
      }
    return Provider(
      id: "issuer", name: server.accountProvider, server: server,
      redirects: RedirectRules(Set(RedirectRules.Kind.allCases), place: "the server's page for this client"))
  }

  /// Returns the server's metadata: those that it publishes or that are built in, and the given
  /// endpoints.
  ///
  /// - Parameters:
  ///   - transport: The HTTP transport.
  ///   - needed: The endpoints that the command needs, besides revocation.
  ///   - order: The order of the well-known locations.
  /// - Throws: The errors of ``provider()`` and of discovery.
  package func metadata(
    through transport: any HTTPTransport, needing needed: Set<EndpointName> = [],
    order: AuthorizationServerMetadata.DiscoveryOrder = .openIDFirst
  ) async throws -> AuthorizationServerMetadata {
    let provider = try provider()
    switch provider.server {
    case .known(let metadata): return metadata
    case .published(let issuer):
      let members = try givenMembers()
      let missing = needed.union([.revocation]).filter { members[$0.rawValue] == nil }
      let published =
        if let published { published } else {
          provider.completed(
            try await .discover(issuer, through: transport, needing: missing, order: order))
        }
      return members.isEmpty
        ? published : try AuthorizationServerMetadata(document: .object(published.members.merging(members) { $1 }))
    }
  }

  private func givenMembers() throws -> [String: JSONValue] {
    try endpoints.mapValues { .string(try Endpoint($0).text) }
  }

  /// Returns the metadata of the given endpoints; `nil` if they don't replace the server's.
  private func givenMetadata() throws -> AuthorizationServerMetadata? {
    guard let authorization = endpoints["authorization_endpoint"], let token = endpoints["token_endpoint"] else {
      return nil
    }
    return AuthorizationServerMetadata(
      issuer: try issuer.map { text throws(URIError) in try Issuer(text) },
      authorizationEndpoint: try Endpoint(authorization), tokenEndpoint: try Endpoint(token),
      userInfoEndpoint: try endpoints["userinfo_endpoint"].map { text throws(URIError) in try Endpoint(text) },
      members: try givenMembers())
  }

  /// Reads the certificates of the connection to the server.
  package func certificates() throws -> ConnectionCertificates {
    try .read(trust: trust, certificate: certificate, certificateKey: certificateKey)
  }

  /// Creates the transport to the server.
  package func transport() throws -> AsyncHTTPClientTransport { try certificates().transport() }

  /// The options that curl needs for the connection.
  package var curlOptions: CurlOptions {
    CurlOptions(certificate: certificate, certificateKey: certificateKey, trust: trust)
  }

  /// The command-line arguments for this server.
  package var arguments: [String] {
    ([providerName?.rawValue ?? issuer].compactMap { $0 })
      + Self.options.flatMap { name, path in self[keyPath: path].map { ["--\(name)", $0] } ?? [] }
      + Self.endpointOptions.flatMap { name, member in endpoints[member].map { ["--\(name)", $0] } ?? [] }
  }

  /// The names of the options for endpoints, with their members of the metadata.
  private static let endpointOptions = [
    "authorization-endpoint", "token-endpoint", "userinfo-endpoint", "jwks-uri", "revocation-endpoint",
    "introspection-endpoint", "registration-endpoint", "device-authorization-endpoint",
    "pushed-authorization-request-endpoint",
  ].map { (name: $0, member: $0.replacing("-", with: "_")) }

  private static var options: [(String, WritableKeyPath<Self, String?>)] {
    [
      ("at", \.at), ("look-alike", \.lookAlike), ("trust", \.trust), ("certificate", \.certificate),
      ("certificate-key", \.certificateKey),
    ]
  }

  /// The stored form, by the options' names.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members["issuer"] = issuer.map { .string($0) }
    members["provider"] = providerName.map { .string($0.rawValue) }
    for (name, path) in Self.options { members[name] = self[keyPath: path].map { .string($0) } }
    for (name, member) in Self.endpointOptions { members[name] = endpoints[member].map { .string($0) } }
    return members
  }

  package init() {}

  /// Reads ``members``. Missing ones become `nil`.
  package init(_ members: [String: JSONValue]) {
    issuer = members["issuer"]?.string
    providerName = members["provider"]?.string.flatMap(ProviderName.init(rawValue:))
    for (name, path) in Self.options { self[keyPath: path] = members[name]?.string }
    for (name, member) in Self.endpointOptions { endpoints[member] = members[name]?.string }
  }
}
