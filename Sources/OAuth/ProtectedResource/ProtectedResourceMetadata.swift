public import OAuthCore

/// What a protected resource says about itself (RFC 9728 §2).
///
/// Made only from a document whose `resource` is the one that was asked for. An optional member that can't be used reads
/// as absent.
public struct ProtectedResourceMetadata: Sendable, Hashable {
  /// The resource's identifier, octet for octet the address that was asked about.
  public let resource: Endpoint
  /// The authorization servers whose tokens it takes; empty if it doesn't say. Names that can't be asked are left out.
  public let authorizationServers: [Issuer]
  /// Every member of the document.
  public let members: [String: JSONValue]

  init(_ members: [String: JSONValue], of resource: Endpoint) throws(ProtectedResourceError) {
    guard let text = members["resource"]?.string else { throw .malformed(resource) }
    // RFC 9728 §3.3.
    guard text == resource.text else { throw .anotherResource(asked: resource, published: UntrustedText(text)) }
    self.resource = resource
    self.members = members
    let names = members["authorization_servers"]?.array?.compactMap(\.string) ?? []
    authorizationServers =
      names.prefix(Self.maximumServers).compactMap { try? Issuer($0) }
      .filter { $0.parts.isLoopback == false || resource.parts.isLoopback }
  }

  // Each is asked for its metadata: a resource must not send its callers on a long tour.
  private static let maximumServers = 8

  /// The scopes that it knows; `nil` if it doesn't say.
  public var scopesSupported: [String]? { texts("scopes_supported") }

  /// How it takes bearer tokens: `header`, `body`, `query`. Pixy sends them in the header field only.
  public var bearerMethodsSupported: [String]? { texts("bearer_methods_supported") }

  /// The algorithms that a DPoP proof may be signed with.
  public var dpopSigningAlgValuesSupported: [String]? { texts("dpop_signing_alg_values_supported") }

  /// Whether it takes nothing but tokens bound to a key (RFC 9449).
  public var dpopBoundAccessTokensRequired: Bool { members["dpop_bound_access_tokens_required"]?.bool ?? false }

  /// Whether it takes tokens bound to a client certificate (RFC 8705).
  public var tlsClientCertificateBoundAccessTokens: Bool {
    members["tls_client_certificate_bound_access_tokens"]?.bool ?? false
  }

  /// The types of `authorization_details` that it knows (RFC 9396).
  public var authorizationDetailsTypesSupported: [String]? { texts("authorization_details_types_supported") }

  /// Where its public keys are.
  public var jwksURI: Endpoint? { members["jwks_uri"]?.string.flatMap { try? Endpoint($0) } }

  /// Its name for people, made safe to show.
  public var resourceName: UntrustedText? { members["resource_name"]?.string.map(UntrustedText.init) }

  private func texts(_ member: String) -> [String]? {
    members[member]?.array?.compactMap(\.string)
  }
}
