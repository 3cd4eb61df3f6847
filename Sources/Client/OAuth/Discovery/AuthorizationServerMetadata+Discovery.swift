internal import HTTPTypes
public import OAuthCore

extension AuthorizationServerMetadata {
  /// Fetches the metadata of an authorization server.
  ///
  /// Tries `ISSUER/.well-known/openid-configuration` (OpenID Connect Discovery §4.1) first and, if
  /// that doesn't exist, the location of RFC 8414 §3, with the well-known part in front of the
  /// issuer's path. The `issuer` in the document must equal the requested one byte for byte (RFC
  /// 8414 §3.3). Otherwise any server could impersonate any other.
  ///
  /// Some servers list the endpoints of OAuth's extensions only in the document of RFC 8414. If a
  /// needed endpoint is missing in the first document, the members that only the second one has are
  /// added. A second document that can't be fetched, or is of another issuer, changes nothing.
  /// - Parameters:
  ///   - issuer: The server's issuer.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  ///   - endpoints: The endpoints that the caller needs. Default: the revocation endpoint, for
  ///     signing out.
  /// - Throws: ``DiscoveryError`` if no metadata is published, or those of another issuer;
  ///   `MetadataError` if the document can't be used; `HTTPTransportError` if no answer came.
  public static func discover(
    _ issuer: Issuer, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    needing endpoints: Set<EndpointName> = [.revocation]
  ) async throws -> AuthorizationServerMetadata {
    try await discover(issuer, through: transport, limits: limits, needing: endpoints, order: .openIDFirst)
  }

  /// The order of the well-known locations.
  package enum DiscoveryOrder: Sendable, Hashable {
    /// The document of OpenID Connect Discovery §4.1 first.
    case openIDFirst
    /// The document of RFC 8414 §3.1 first (MCP 2026-07-28, Authorization Server Metadata Discovery).
    case oauthFirst
  }

  /// Fetches the metadata as ``discover(_:through:limits:needing:)`` does, in another order.
  package static func discover(
    _ issuer: Issuer, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    needing endpoints: Set<EndpointName> = [.revocation], order: DiscoveryOrder
  ) async throws -> AuthorizationServerMetadata {
    var lastStatus = 0
    var addresses = wellKnownAddresses(of: issuer, order)[...]
    while let address = addresses.popFirst() {
      let answer = try await document(at: address, through: transport, limits)
      lastStatus = answer.response.status.code
      // Only a client error, such as 404, leads on to the next location.
      if answer.response.status.kind == .clientError { continue }
      let metadata = try metadata(in: answer, of: issuer, limits)
      let isComplete = endpoints.allSatisfy { metadata.members[$0.rawValue] != nil }
      return isComplete ? metadata : try await metadata.completed(from: addresses, through: transport, limits)
    }
    throw DiscoveryError.notPublished(status: lastStatus, issuer: issuer)
  }

  /// Returns the metadata with the members that only a later document has.
  private func completed(
    from addresses: ArraySlice<String>, through transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> AuthorizationServerMetadata {
    guard let issuer else { return self }
    for address in addresses {
      do {
        let answer = try await Self.document(at: address, through: transport, limits)
        if answer.response.status.kind == .clientError { continue }
        let other = try Self.metadata(in: answer, of: issuer, limits)
        return try AuthorizationServerMetadata(document: .object(members.merging(other.members) { own, _ in own }))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // The first document is enough for a sign-in.
        return self
      }
    }
    return self
  }

  private static func document(
    at address: String, through transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> HTTPAnswer {
    var head = try Endpoint(address).request(.get)
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    return try await transport.send(head, body: [], limits: limits)
  }

  private static func metadata(
    in answer: HTTPAnswer, of issuer: Issuer, _ limits: HTTPLimits
  ) throws -> AuthorizationServerMetadata {
    guard answer.response.status == .ok else {
      throw DiscoveryError.unexpectedStatus(answer.response.status.code, issuer: issuer)
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

  private static func wellKnownAddresses(of issuer: Issuer, _ order: DiscoveryOrder) -> [String] {
    let openID = issuer.origin + issuer.pathPrefix + "/.well-known/openid-configuration"
    let others = [
      issuer.origin + "/.well-known/oauth-authorization-server" + issuer.pathPrefix,
      issuer.origin + "/.well-known/openid-configuration" + issuer.pathPrefix,
    ]
    return (order == .openIDFirst ? [openID] + others : others + [openID])
      .reduce(into: []) { addresses, address in
        if !addresses.contains(address) { addresses.append(address) }
      }
  }
}
