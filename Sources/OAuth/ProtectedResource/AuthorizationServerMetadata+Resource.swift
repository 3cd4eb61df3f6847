public import OAuthCore

extension AuthorizationServerMetadata {
  /// Finds the authorization servers of a protected resource, starting from nothing but its address (RFC 9728).
  ///
  /// - Parameters:
  ///   - resource: the resource's address, exactly as the resource writes it.
  ///   - cache: keeps the servers' metadata.
  ///   - transport: what moves the requests to the resource.
  ///   - limits: the time and size that one exchange may take.
  /// - Returns: at least one server, in the resource's order.
  /// - Throws: ``ProtectedResourceError``, ``DiscoveryError`` or `MetadataError` if there is no trustworthy answer;
  ///   `HTTPTransportError` if none came; `CancellationError`.
  public static func discover(
    resource: Endpoint, from cache: MetadataCache, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> [AuthorizationServerMetadata] {
    try await ProtectedResourceMetadata.discover(resource, through: transport, limits: limits)
      .authorizationServerMetadata(from: cache)
  }
}
