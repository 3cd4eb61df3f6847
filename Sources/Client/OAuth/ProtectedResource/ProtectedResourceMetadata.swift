public import OAuthCore

/// The metadata of a protected resource (RFC 9728 §2).
///
/// Discovery accepts only a document whose `resource` is the requested one (RFC 9728 §3.3). The case of
/// scheme and host, the default port, and the slash of an empty path make no difference. An optional
/// member with an unusable value counts as absent.
public struct ProtectedResourceMetadata: Sendable, Hashable {
  /// The resource's identifier in the document's spelling, which token requests use.
  public let resource: Endpoint
  /// The authorization servers whose tokens it accepts; empty if it doesn't name them. At most
  /// eight usable issuers are read.
  public let authorizationServers: [Issuer]
  /// All members of the document.
  public let members: [String: JSONValue]

  /// Reads a document.
  ///
  /// - Parameter isAccepted: Returns whether the document may be of this resource. Of another resource,
  ///   a token would be requested for a foreign server.
  init(
    _ members: [String: JSONValue], accepting isAccepted: (Endpoint) -> Bool
  ) throws(UnusableResourceMetadata) {
    guard let value = members["resource"] else { throw .init(.unusable(.missing(member: "resource"))) }
    guard let text = value.string else { throw .init(.unusable(.wrongType(member: "resource"))) }
    // RFC 9728 §3.3.
    guard let resource = try? Endpoint(text), isAccepted(resource) else { throw .init(.another(UntrustedText(text))) }
    self.resource = resource
    self.members = members
    let names = members["authorization_servers"]?.array?.compactMap(\.string) ?? []
    authorizationServers =
      names.prefix(Self.maximumServers).compactMap { try? Issuer($0) }
      .filter { $0.parts.isLoopback == false || resource.parts.isLoopback }
  }

  // The metadata of each is fetched, so a resource must not be able to cause many requests.
  private static let maximumServers = 8

  /// The supported scopes; `nil` if it doesn't name them.
  public var scopesSupported: [String]? { texts("scopes_supported") }

  /// The accepted ways of sending bearer tokens: `header`, `body`, `query`. Pixy uses only the
  /// header field.
  public var bearerMethodsSupported: [String]? { texts("bearer_methods_supported") }

  /// The accepted signature algorithms of DPoP proofs.
  public var dpopSigningAlgValuesSupported: [String]? { texts("dpop_signing_alg_values_supported") }

  /// Whether it accepts only tokens that are bound to a key (RFC 9449).
  public var dpopBoundAccessTokensRequired: Bool { members["dpop_bound_access_tokens_required"]?.bool ?? false }

  /// Whether it accepts tokens that are bound to a client certificate (RFC 8705).
  public var tlsClientCertificateBoundAccessTokens: Bool {
    members["tls_client_certificate_bound_access_tokens"]?.bool ?? false
  }

  /// The supported types of `authorization_details` (RFC 9396).
  public var authorizationDetailsTypesSupported: [String]? { texts("authorization_details_types_supported") }

  /// The address of its public keys.
  public var jwksURI: Endpoint? { members["jwks_uri"]?.string.flatMap { try? Endpoint($0) } }

  /// Its name for display, made safe to show.
  public var resourceName: UntrustedText? { members["resource_name"]?.string.map(UntrustedText.init) }

  private func texts(_ member: String) -> [String]? {
    members[member]?.array?.compactMap(\.string)
  }
}

/// The content of a location without usable metadata of a resource.
struct UnusableResourceMetadata: Error {
  let content: MetadataPlace.Content

  init(_ content: MetadataPlace.Content) { self.content = content }
}
