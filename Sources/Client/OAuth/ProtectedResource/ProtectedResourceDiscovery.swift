internal import HTTPTypes
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
  /// The scope that the resource's challenge names (RFC 6750 §3); `nil` if it names none.
  package let challengedScope: Scope?

  /// Finds the resource and its authorization server.
  ///
  /// Sends the URL a GET request without a token, and fetches the metadata from the
  /// `resource_metadata` of the challenge (RFC 9728 §5.1), otherwise from the well-known location of
  /// the URL's path, and then of the origin (RFC 9728 §3.1). Of several authorization servers, the
  /// first one with usable metadata is chosen.
  ///
  /// - Parameters:
  ///   - url: The URL that requests go to.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError``; the errors of the authorization server's metadata;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  package static func discover(
    _ url: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceDiscovery {
    let answer = try await transport.send(
      ProtectedResourceMetadata.request(url), body: [], limits: limits)
    let challenge = ProtectedResourceMetadata.challenge(of: answer)
    let resource = try await ProtectedResourceMetadata.serving(
      url, challengedBy: answer, through: transport, limits: limits)
    return ProtectedResourceDiscovery(
      resource: resource, server: try await server(of: resource, through: transport, limits),
      challengedScope: challenge?.scope)
  }

  private static func server(
    of resource: ProtectedResourceMetadata, through transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> AuthorizationServerMetadata {
    var failure: (any Error)?
    for issuer in resource.authorizationServers {
      do {
        let server = try await AuthorizationServerMetadata.discover(
          issuer, through: transport, limits: limits, order: .oauthFirst)
        if let protectedResources = server.protectedResources, !protectedResources.contains(resource.resource.text) {
          throw ProtectedResourceError.notListed(resource.resource, by: issuer)
        }
        return server
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? ProtectedResourceError.noAuthorizationServer(resource.resource)
  }

  /// The scope to request if the user names none (MCP 2026-07-28, Scope Selection Strategy): the
  /// challenge's, otherwise the resource's, otherwise none. `offline_access` is added if the server
  /// announces it.
  package var scope: Scope {
    var tokens = challengedScope?.tokens ?? resource.scopesSupported ?? []
    if !tokens.isEmpty, server.scopesSupported?.contains("offline_access") ?? false, !tokens.contains("offline_access")
    {
      tokens.append("offline_access")
    }
    // A scope that can't be sent is as good as none.
    return (try? Scope(tokens)) ?? .none
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
