internal import HTTPTypes
public import OAuthCore

extension AuthorizationServerMetadata {
  /// Fetches the metadata of an authorization server.
  ///
  /// Tries `ISSUER/.well-known/openid-configuration` (OpenID Connect Discovery §4.1) first and, if
  /// that doesn't exist, the location of RFC 8414 §3, with the well-known part in front of the
  /// issuer's path. The `issuer` in the document must equal the requested one byte for byte (RFC
  /// 8414 §3.3). Otherwise any server could impersonate any other.
  /// - Parameters:
  ///   - issuer: The server's issuer.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``DiscoveryError`` if no metadata is published, or those of another issuer;
  ///   `MetadataError` if the document can't be used; `HTTPTransportError` if no answer came.
  public static func discover(
    _ issuer: Issuer, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> AuthorizationServerMetadata {
    var lastStatus = 0
    for address in wellKnownAddresses(of: issuer) {
      var head = try Endpoint(address).request(.get)
      head.headerFields[.accept] = "application/json"
      head.headerFields[.userAgent] = EndpointRequest.userAgent
      let answer = try await transport.send(head, body: [], limits: limits)
      lastStatus = answer.response.status.code
      guard answer.response.status == .ok else {
        // Only a client error, such as 404, leads on to the next location.
        if answer.response.status.kind == .clientError { continue }
        throw DiscoveryError.unexpectedStatus(lastStatus, issuer: issuer)
      }
      let document: JSONValue
      do {
        document = try JSONValue(bytes: answer.body, maximumBytes: limits.answerBytes)
      } catch {
        throw DiscoveryError.malformed(error, issuer: issuer)
      }
      let metadata = try AuthorizationServerMetadata(document: document)
      guard metadata.issuer == issuer else {
        throw DiscoveryError.anotherIssuer(asked: issuer, published: metadata.issuer)
      }
      return metadata
    }
    throw DiscoveryError.notPublished(status: lastStatus, issuer: issuer)
  }

  private static func wellKnownAddresses(of issuer: Issuer) -> [String] {
    [
      issuer.origin + issuer.pathPrefix + "/.well-known/openid-configuration",
      issuer.origin + "/.well-known/oauth-authorization-server" + issuer.pathPrefix,
      issuer.origin + "/.well-known/openid-configuration" + issuer.pathPrefix,
    ]
    .reduce(into: []) { addresses, address in
      if !addresses.contains(address) { addresses.append(address) }
    }
  }
}
