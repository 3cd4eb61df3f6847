public import OAuthCore

extension ProtectedResourceMetadata {
  /// Fetches the metadata of a protected resource.
  ///
  /// Tries the well-known location in front of the resource's path (RFC 9728 §3.1) first. If it has
  /// no usable document, sends the resource a GET request without a token and, unless that is answered
  /// with 401, a POST request (`tools/list` of MCP), and follows `resource_metadata` in the challenge
  /// (RFC 9728 §5).
  /// - Parameters:
  ///   - resource: The resource's address. The case of scheme and host, the default port, and the slash
  ///     of an empty path make no difference.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError`` if no place has metadata of this resource that can be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public static func discover(
    _ resource: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceMetadata {
    var search = ResourceMetadataSearch(for: resource, through: transport, limits: limits)
    if let metadata = try await search.look(at: wellKnownAddress(of: resource)) { return metadata }
    let challenge = try await ResourceChallenge.probing(resource, through: transport, limits: limits)
    if let address = challenge.metadata, let metadata = try await search.look(at: address) {
      return metadata
    }
    throw ProtectedResourceError(search.places, resource)
  }

  /// Fetches the metadata of a protected resource from the address in its challenge (RFC 9728 §5).
  ///
  /// Call it when a request was answered with a challenge that has `resource_metadata`, even if the
  /// metadata is known: it may have changed (RFC 9728 §5.2).
  /// - Parameters:
  ///   - resource: The address that the request went to.
  ///   - challenge: The challenge of the answer.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError`` if the challenge leads to no metadata or to another
  ///   resource's; `HTTPTransportError` if no answer came; `CancellationError`.
  public static func discover(
    _ resource: Endpoint, challenge: AuthenticateChallenge, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceMetadata {
    var search = ResourceMetadataSearch(for: resource, through: transport, limits: limits)
    if let address = challenge.resourceMetadata, let metadata = try await search.look(at: address) { return metadata }
    throw ProtectedResourceError(search.places, resource)
  }

  /// Returns the metadata of the authorization servers that the resource names, in its order.
  ///
  /// Servers whose metadata can't be fetched are left out, unless all of them fail. A server that
  /// lists its resources must list this one (RFC 9728 §4).
  /// - Parameter cache: The cache of the servers' metadata, which fetches what is missing.
  /// - Throws: ``ProtectedResourceError/noAuthorizationServer(_:)`` if the resource names no
  ///   server; otherwise the error of the first server: ``DiscoveryError``, `MetadataError`,
  ///   ``ProtectedResourceError``, `HTTPTransportError`; `CancellationError`.
  public func authorizationServerMetadata(
    from cache: MetadataCache
  ) async throws -> [AuthorizationServerMetadata] {
    var servers: [AuthorizationServerMetadata] = []
    var failure: (any Error)?
    for issuer in authorizationServers {
      do {
        let metadata = try await cache.metadata(of: issuer)
        if let protectedResources = metadata.protectedResources,
          ParsedURI.resource(resource.text, in: protectedResources) == nil
        {
          throw ProtectedResourceError.notListed(resource, by: issuer)
        }
        servers.append(metadata)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        failure = failure ?? error
      }
    }
    guard servers.isEmpty else { return servers }
    throw failure ?? ProtectedResourceError.noAuthorizationServer(resource)
  }

  /// Finds the metadata of the resource behind a URL, which may be below the resource's identifier.
  ///
  /// Fetches it from the `resource_metadata` of the challenge (RFC 9728 §5.1), otherwise from the
  /// well-known location of the URL's path, and then of the origin (RFC 9728 §3.1). A wrong document at
  /// one place doesn't end the search.
  ///
  /// - Parameters:
  ///   - url: The URL that requests go to.
  ///   - challenge: The challenge of a rejected request; `nil` to send the URL requests without a token
  ///     (``ResourceChallenge/probing(_:through:limits:)``).
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError``; `HTTPTransportError` if no answer came; `CancellationError`.
  package static func serving(
    _ url: Endpoint, challengedBy challenge: ResourceChallenge? = nil, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceMetadata {
    let challenge =
      if let challenge { challenge } else {
        try await ResourceChallenge.probing(url, through: transport, limits: limits)
      }
    var search = ResourceMetadataSearch(for: url, through: transport, limits: limits, acceptsAbove: true)
    var failure: (any Error)?
    if let address = challenge.metadata {
      do {
        if let metadata = try await search.look(at: address) { return metadata }
      } catch let error as HTTPTransportError where address.origin != url.origin {
        failure = error
      }
    }
    for address in [try wellKnownAddress(of: url), try wellKnownAddress(of: Endpoint(url.origin))] {
      if let metadata = try await search.look(at: address) { return metadata }
    }
    throw failure ?? ProtectedResourceError(search.places, url)
  }

  // RFC 9728 §3.1: the well-known part is inserted between host and path, and a path of only a
  // slash is dropped.
  static func wellKnownAddress(of resource: Endpoint) throws -> Endpoint {
    let path = resource.parts.path == "/" ? "" : resource.parts.path
    let query = resource.query.map { "?" + $0 } ?? ""
    return try Endpoint(resource.origin + "/.well-known/oauth-protected-resource" + path + query)
  }
}
