public import OAuthCore

/// What a protected resource says about itself, by configuration (RFC 9728 §2). ``ResourceServer`` publishes it, and adds how it takes
/// tokens.
public struct ResourceDescription: Sendable, Hashable {
  /// The resource's identifier, exactly as clients write it: its scheme, host and port are also what DPoP proofs must be for.
  public var resource: Endpoint
  /// The authorization servers whose tokens are taken.
  public var authorizationServers: [Issuer]
  /// The scopes that clients may ask for; empty says nothing.
  public var scopes: Scope
  /// Its name for people.
  public var name: String?
  /// Where developers read about it.
  public var documentation: Endpoint?
  /// Where its requirements on the use of data are.
  public var policy: Endpoint?
  /// Where its terms of service are.
  public var termsOfService: Endpoint?
  /// Members of the document that have no name here. Those above and those that say how tokens are taken win.
  public var moreMembers: [String: JSONValue]

  /// A description with nothing but what clients need.
  ///
  /// - Parameters:
  ///   - resource: the resource's identifier.
  ///   - authorizationServers: where clients get tokens; may be empty.
  ///   - scopes: the scopes that clients may ask for.
  public init(_ resource: Endpoint, authorizationServers: [Issuer], scopes: Scope = .none) {
    self.resource = resource
    self.authorizationServers = authorizationServers
    self.scopes = scopes
    moreMembers = [:]
  }

  /// The path, and query if the identifier has one, at which the document is published: between host and path (RFC 9728 §3.1).
  public var wellKnownPath: String {
    let path = resource.parts.path == "/" ? "" : resource.parts.path
    return "/.well-known/oauth-protected-resource" + path + (resource.query.map { "?" + $0 } ?? "")
  }

  /// The document's address: the `resource_metadata` of challenges (RFC 9728 §5.1).
  public var metadataAddress: String { resource.origin + wellKnownPath }

  /// The document's members; those without values are left out (RFC 9728 §3.2).
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
