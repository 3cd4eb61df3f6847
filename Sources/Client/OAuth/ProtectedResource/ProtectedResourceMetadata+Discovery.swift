internal import HTTPTypes
public import OAuthCore

extension ProtectedResourceMetadata {
  /// Fetches the metadata of a protected resource.
  ///
  /// Tries the well-known location in front of the resource's path (RFC 9728 §3.1) first. If it has
  /// no document, sends the resource a GET request without a token, and follows `resource_metadata`
  /// in its challenge (RFC 9728 §5).
  /// - Parameters:
  ///   - resource: The resource's address, exactly as the resource publishes it.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError`` if no metadata is published, or those of another
  ///   resource; `HTTPTransportError` if no answer came; `CancellationError`.
  public static func discover(
    _ resource: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceMetadata {
    do {
      return try await fetch(wellKnownAddress(of: resource), of: resource, transport, limits)
    } catch ProtectedResourceError.notPublished {
      let answer = try await transport.send(request(resource), body: [], limits: limits)
      // A field that can't be read counts as absent.
      let challenges = (try? AuthenticateChallenge.read(answer)) ?? []
      guard let challenge = challenges.first(where: { $0.resourceMetadata != nil }) else {
        throw ProtectedResourceError.notPublished(status: answer.response.status.code, resource)
      }
      return try await discover(resource, challenge: challenge, through: transport, limits: limits)
    }
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
    guard let address = challenge.resourceMetadata else {
      throw ProtectedResourceError.notPublished(status: 401, resource)
    }
    guard !address.parts.isLoopback || resource.parts.isLoopback else {
      throw ProtectedResourceError.leadsToLoopback(resource)
    }
    return try await fetch(address, of: resource, transport, limits)
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
        if let protectedResources = metadata.protectedResources, !protectedResources.contains(resource.text) {
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
  /// well-known location of the URL's path, and then of the origin (RFC 9728 §3.1).
  ///
  /// - Parameters:
  ///   - url: The URL that requests go to.
  ///   - answer: The answer with the challenge; `nil` to send the URL a GET request without a token.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``ProtectedResourceError``; `HTTPTransportError` if no answer came; `CancellationError`.
  package static func serving(
    _ url: Endpoint, challengedBy answer: HTTPAnswer? = nil, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits()
  ) async throws -> ProtectedResourceMetadata {
    let answer = if let answer { answer } else { try await probe(url, transport, limits) }
    if let metadataURL = answer.flatMap(challenge)?.resourceMetadata {
      guard !metadataURL.parts.isLoopback || url.parts.isLoopback else {
        throw ProtectedResourceError.leadsToLoopback(url)
      }
      return try await fetch(metadataURL, serving: url, transport, limits)
    }
    let wellKnown = try wellKnownAddress(of: url)
    do {
      return try await fetch(wellKnown, serving: url, transport, limits)
    } catch ProtectedResourceError.notPublished {
      let root = try wellKnownAddress(of: Endpoint(url.origin))
      guard root != wellKnown else { throw ProtectedResourceError.notPublished(status: 404, url) }
      return try await fetch(root, serving: url, transport, limits)
    }
  }

  /// Sends a URL a GET request without a token.
  ///
  /// - Returns: `nil` if the answer is a body without an end, such as an event stream. It has no
  ///   challenge then.
  private static func probe(
    _ url: Endpoint, _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> HTTPAnswer? {
    do {
      return try await transport.send(request(url), body: [], limits: limits)
    } catch let error as HTTPTransportError where error.kind == .timedOut || error.kind == .answerTooLarge {
      return nil
    }
  }

  /// Returns the challenge of an answer that names the metadata, otherwise one that names a scope. A
  /// field that can't be read counts as absent.
  static func challenge(of answer: HTTPAnswer) -> AuthenticateChallenge? {
    let challenges = (try? AuthenticateChallenge.read(answer)) ?? []
    return challenges.first { $0.resourceMetadata != nil } ?? challenges.first { $0.scope != nil }
  }

  private static func fetch(
    _ address: Endpoint, of resource: Endpoint, _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> ProtectedResourceMetadata {
    try ProtectedResourceMetadata(await members(at: address, of: resource, transport, limits), of: resource)
  }

  /// Fetches the metadata of the resource that a URL belongs to.
  ///
  /// The metadata of a resource above the URL counts only at that resource's own well-known location.
  /// Otherwise a tenant of a shared host could get tokens for the whole host (RFC 9728 §3.3).
  static func fetch(
    _ address: Endpoint, serving url: Endpoint, _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> ProtectedResourceMetadata {
    let metadata = try ProtectedResourceMetadata(await members(at: address, of: url, transport, limits), serving: url)
    guard try url.contains(metadata.resource) || address == wellKnownAddress(of: metadata.resource) else {
      throw ProtectedResourceError.anotherResource(asked: url, published: UntrustedText(metadata.resource.text))
    }
    return metadata
  }

  private static func members(
    at address: Endpoint, of resource: Endpoint, _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> [String: JSONValue] {
    let answer = try await transport.send(request(address), body: [], limits: limits)
    let status = answer.response.status
    guard status == .ok else {
      throw status.kind == .clientError
        ? ProtectedResourceError.notPublished(status: status.code, resource)
        : ProtectedResourceError.unexpectedStatus(status.code, resource)
    }
    guard answer.mayBeJSON, let members = (try? JSONValue(bytes: answer.body))?.object else {
      throw ProtectedResourceError.malformed(resource)
    }
    return members
  }

  static func request(_ address: Endpoint) -> HTTPRequest {
    var head = address.request(.get)
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    return head
  }

  // RFC 9728 §3.1: the well-known part is inserted between host and path, and a path of only a
  // slash is dropped.
  static func wellKnownAddress(of resource: Endpoint) throws -> Endpoint {
    let path = resource.parts.path == "/" ? "" : resource.parts.path
    let query = resource.query.map { "?" + $0 } ?? ""
    return try Endpoint(resource.origin + "/.well-known/oauth-protected-resource" + path + query)
  }
}
