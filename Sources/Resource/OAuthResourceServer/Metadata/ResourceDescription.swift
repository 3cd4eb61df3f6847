public import OAuthCore

/// The configured metadata of a protected resource (RFC 9728 §2). ``ResourceServer`` publishes it,
/// and adds the ways in which it accepts tokens.
public struct ResourceDescription: Sendable, Hashable {
  /// The resource's identifier, exactly as clients write it. DPoP proofs must be for its scheme,
  /// host and port.
  public var resource: Endpoint
  /// The authorization servers whose tokens are accepted.
  public var authorizationServers: [Issuer]
  /// The scopes that clients may request. If empty, the metadata doesn't mention scopes.
  public var scopes: Scope
  /// The resource's name, for users.
  public var name: String?
  /// The URL of the documentation for developers.
  public var documentation: Endpoint?
  /// The URL of the requirements on the use of data.
  public var policy: Endpoint?
  /// The URL of the terms of service.
  public var termsOfService: Endpoint?
  /// Additional members of the document. The members above, and those about accepting tokens, take
  /// precedence.
  public var moreMembers: [String: JSONValue]

  /// Creates a description with the members that clients need.
  ///
  /// - Parameters:
  ///   - resource: The resource's identifier.
  ///   - authorizationServers: The servers that issue tokens for the resource; may be empty.
  ///   - scopes: The scopes that clients may request. Default: none are mentioned.
  public init(_ resource: Endpoint, authorizationServers: [Issuer], scopes: Scope = .none) {
    self.resource = resource
    self.authorizationServers = authorizationServers
    self.scopes = scopes
    moreMembers = [:]
  }

  /// The path of the published document, with the query of the identifier if it has one. The
  /// well-known part is between the host and the path (RFC 9728 §3.1).
  public var wellKnownPath: String {
    let path = resource.parts.path == "/" ? "" : resource.parts.path
    return "/.well-known/oauth-protected-resource" + path + (resource.query.map { "?" + $0 } ?? "")
  }

  /// The document's URL: the `resource_metadata` of challenges (RFC 9728 §5.1).
  public var metadataAddress: String { resource.origin + wellKnownPath }

  /// Returns the document's members. Members without values are omitted (RFC 9728 §3.2).
  func members() -> [String: JSONValue] {
    var members = moreMembers
    members["resource"] = .string(resource.text)
    if !authorizationServers.isEmpty {
      members["authorization_servers"] = .array(authorizationServers.map { .string($0.text) })
    }
    if !scopes.isEmpty { members["scopes_supported"] = .array(scopes.tokens.map { .string($0) }) }
    if let name { members["resource_name"] = .string(name) }
    if let documentation { members["resource_documentation"] = .string(documentation.text) }
    if let policy { members["resource_policy_uri"] = .string(policy.text) }
    if let termsOfService { members["resource_tos_uri"] = .string(termsOfService.text) }
    return members
  }
}
