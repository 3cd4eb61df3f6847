internal import HTTPTypes
public import OAuthCore

extension AuthorizationServerMetadata {
  /// Fetches what an authorization server publishes about itself.
  ///
  /// Asks at `ISSUER/.well-known/openid-configuration` (OpenID Connect Discovery §4.1) and, where that doesn't exist, at
  /// the place RFC 8414 §3 gives, in front of the issuer's path. The `issuer` in the document must be the one asked
  /// for, octet for octet (RFC 8414 §3.3): otherwise any server could speak for any other.
  /// - Parameters:
  ///   - issuer: the server's name for itself.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  /// - Throws: ``DiscoveryError`` if nothing is published or another server's name is; `MetadataError` if the document
  ///   can't be used; `HTTPTransportError` if no answer came.
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
        // Only "there is no such thing here" leads on to the next place.
        if answer.response.status.kind == .clientError { continue }
        throw DiscoveryError.unexpectedStatus(lastStatus, issuer: issuer)
      }
      let document: JSONValue
      do {
        document = try JSONValue(octets: answer.body, maximumOctets: limits.answerOctets)
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
