public import OAuthCore

extension AuthorizationServerMetadata {
  /// Finds the authorization servers of a protected resource from the resource's address (RFC
  /// 9728).
  ///
  /// - Parameters:
  ///   - resource: The resource's address.
  ///   - cache: The cache of the servers' metadata.
  ///   - transport: The HTTP transport for requests to the resource.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Returns: At least one server, in the resource's order.
  /// - Throws: ``ProtectedResourceError``, ``DiscoveryError`` or `MetadataError` if an answer can't
  ///   be trusted; `HTTPTransportError` if no answer came; `CancellationError`.
  public static func discover(
    resource: Endpoint, from cache: MetadataCache, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> [AuthorizationServerMetadata] {
    try await ProtectedResourceMetadata.discover(resource, through: transport, limits: limits)
      .authorizationServerMetadata(from: cache)
  }
}
