package import OAuthCore

/// The protected resource behind a URL, with its authorization server.
///
/// It is found as MCP clients do (MCP 2026-07-28, Authorization Server Discovery). The URL may be
/// below the resource's identifier, because a client knows the address that it sends requests to.
package struct ProtectedResourceDiscovery: Sendable, Hashable {
  /// The resource's metadata.
  package let resource: ProtectedResourceMetadata
  /// The metadata of the first usable authorization server.
  package let server: AuthorizationServerMetadata
  /// The challenge of the resource; empty if it has none.
  package let challenge: ResourceChallenge

  /// The scope that the resource's challenge names (RFC 6750 §3); `nil` if it names none.
  package var challengedScope: Scope? { challenge.scope }

  /// Whether the resource accepts only tokens that are bound to a key (RFC 9728 §2, RFC 9449 §7.1).
  package var bindsTokens: Bool { resource.dpopBoundAccessTokensRequired || challenge.requiresDPoP }

  /// Finds the resource and its authorization server.
  ///
  /// Fetches the metadata from the `resource_metadata` of the challenge (RFC 9728 §5.1), otherwise from
  /// the well-known location of the URL's path, and then of the origin (RFC 9728 §3.1). Of several
  /// authorization servers, the first one with usable metadata is chosen.
  ///
  /// - Parameters:
  ///   - url: The URL that requests go to.
  ///   - challenge: The challenge of a rejected request; `nil` to send the URL requests without a token
  ///     (``ResourceChallenge/probe(_:through:limits:)``).
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  ///   - endpoints: The endpoints of the authorization server that the caller needs. Default: the
  ///     revocation endpoint.
  /// - Throws: ``ProtectedResourceError``; the errors of the authorization server's metadata;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  package static func discover(
    _ url: Endpoint, challengedBy challenge: ResourceChallenge? = nil, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), needing endpoints: Set<EndpointName> = [.revocation]
  ) async throws -> ProtectedResourceDiscovery {
    let challenge =
      if let challenge { challenge } else {
        try await ResourceChallenge.probing(url, through: transport, limits: limits)
      }
    let resource = try await ProtectedResourceMetadata.serving(
      url, challengedBy: challenge, through: transport, limits: limits)
    return try await discover(
      resource, challengedBy: challenge, through: transport, limits: limits, needing: endpoints)
  }

  /// Finds the authorization server of a resource whose metadata is known.
  package static func discover(
    _ resource: ProtectedResourceMetadata, challengedBy challenge: ResourceChallenge,
    through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    needing endpoints: Set<EndpointName> = [.revocation]
  ) async throws -> ProtectedResourceDiscovery {
    var failure: (any Error)?
    for issuer in resource.authorizationServers {
      do {
        let server = try await AuthorizationServerMetadata.discover(
          issuer, through: transport, limits: limits, needing: endpoints, order: .oauthFirst)
        if let resources = server.protectedResources,
          ParsedURI.resource(resource.resource.text, in: resources) == nil
        {
          throw ProtectedResourceError.notListed(resource.resource, by: issuer)
        }
        return ProtectedResourceDiscovery(resource: resource, server: server, challenge: challenge)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? ProtectedResourceError.noAuthorizationServer(resource.resource)
  }

  /// The scope that the resource asks for (MCP 2026-07-28, Scope Selection Strategy): the challenge's,
  /// otherwise the resource's, otherwise none.
  package var requiredScope: Scope {
    // A scope that can't be sent is as good as none.
    challengedScope ?? (try? Scope(resource.scopesSupported ?? [])) ?? .none
  }

  /// The scope to request if the user names none: ``requiredScope``, with `offline_access` if the server
  /// announces it.
  package var scope: Scope {
    let scope = requiredScope
    guard !scope.isEmpty, !scope.contains("offline_access"),
      server.scopesSupported?.contains("offline_access") ?? false
    else { return scope }
    return (try? Scope(scope.tokens + ["offline_access"])) ?? scope
  }
}

extension Endpoint {
  /// Returns whether a URL is this resource or below it: the same origin, and a path that begins with
  /// all segments of this one.
  package func contains(_ target: Endpoint) -> Bool {
    guard origin == target.origin else { return false }
    func path(_ endpoint: Endpoint) -> Substring {
      let path = endpoint.parts.path
      return path.hasSuffix("/") ? path.dropLast() : path[...]
    }
    let (own, other) = (path(self), path(target))
    return own == other || other.hasPrefix(own + "/")
  }
}
