internal import HTTPTypes
public import OAuthCore

extension AuthorizationServerMetadata {
  /// Fetches the metadata of an authorization server.
  ///
  /// Tries `ISSUER/.well-known/openid-configuration` (OpenID Connect Discovery §4.1) first, and then
  /// the location of RFC 8414 §3, with the well-known part in front of the issuer's path. A web page, a
  /// redirect, or another wrong document at one location doesn't end the search.
  ///
  /// The `issuer` in the document must equal the requested one byte for byte (RFC 8414 §3.3).
  /// Otherwise any server could impersonate any other. Only the slash of an empty path makes no
  /// difference. The document's spelling then counts, for `iss` too.
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
  /// - Throws: ``DiscoveryError`` if no location has metadata of this issuer that can be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
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
    var places: [MetadataPlace] = []
    var addresses = try wellKnownAddresses(of: issuer, order)[...]
    while let address = addresses.popFirst() {
      switch try await lookUp(address, issuer, through: transport, limits) {
      case .success(let metadata):
        let isComplete = endpoints.allSatisfy { metadata.members[$0.rawValue] != nil }
        return isComplete ? metadata : try await metadata.completed(from: addresses, through: transport, limits)
      case .failure(let nothing): places.append(MetadataPlace(address, nothing.content))
      }
    }
    throw DiscoveryError(places, issuer: issuer)
  }

  /// Returns the metadata with the members that only a later document has.
  private func completed(
    from addresses: ArraySlice<Endpoint>, through transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> AuthorizationServerMetadata {
    guard let issuer else { return self }
    for address in addresses {
      do {
        guard case .success(let other) = try await Self.lookUp(address, issuer, through: transport, limits)
        else { continue }
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

  /// The content of a location without a usable document.
  private struct NoMetadata: Error {
    let content: MetadataPlace.Content
  }

  private static func lookUp(
    _ address: Endpoint, _ issuer: Issuer, through transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> Result<AuthorizationServerMetadata, NoMetadata> {
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(MetadataPlace.request(address), body: [], limits: limits)
    } catch let error as HTTPTransportError where error.kind == .answerTooLarge {
      return .failure(NoMetadata(content: .noAnswer(error.kind)))
    }
    return Result { () throws(NoMetadata) in try metadata(in: answer, of: issuer, limits) }
  }

  private static func metadata(
    in answer: HTTPAnswer, of issuer: Issuer, _ limits: HTTPLimits
  ) throws(NoMetadata) -> AuthorizationServerMetadata {
    guard answer.response.status == .ok else { throw NoMetadata(content: .status(answer.response.status.code)) }
    guard let document = try? JSONValue(bytes: answer.json, maximumBytes: limits.answerBytes) else {
      throw NoMetadata(content: .notJSON)
    }
    // The issuer first: another issuer's document is not this server's mistake.
    if let text = document.object?["issuer"]?.string, !((try? Issuer(text))?.isSame(as: issuer) ?? false) {
      throw NoMetadata(content: .another(UntrustedText(text)))
    }
    do throws(MetadataError) {
      return try AuthorizationServerMetadata(document: document)
    } catch {
      throw NoMetadata(content: .unusable(error))
    }
  }

  private static func wellKnownAddresses(of issuer: Issuer, _ order: DiscoveryOrder) throws -> [Endpoint] {
    let openID = issuer.origin + issuer.pathPrefix + "/.well-known/openid-configuration"
    let others = [
      issuer.origin + "/.well-known/oauth-authorization-server" + issuer.pathPrefix,
      issuer.origin + "/.well-known/openid-configuration" + issuer.pathPrefix,
    ]
    return try (order == .openIDFirst ? [openID] + others : others + [openID])
      .reduce(into: []) { addresses, text in
        let address = try Endpoint(text)
        if !addresses.contains(address) { addresses.append(address) }
      }
  }
}
