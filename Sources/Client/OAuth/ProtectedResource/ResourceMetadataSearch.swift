internal import HTTPTypes
internal import OAuthCore

/// The search for a protected resource's metadata, which looks at one place after the other.
struct ResourceMetadataSearch {
  /// The resource, or a URL below it.
  private let resource: Endpoint
  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  /// Whether the document may be of a resource above the URL.
  private let acceptsAbove: Bool
  /// The places that had no usable document.
  private(set) var places: [MetadataPlace] = []

  init(
    for resource: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits, acceptsAbove: Bool = false
  ) {
    self.resource = resource
    self.transport = transport
    self.limits = limits
    self.acceptsAbove = acceptsAbove
  }

  /// Looks for the document at an address, unless that was done before.
  ///
  /// - Returns: `nil` if it has no usable document. ``places`` then says what is there.
  /// - Throws: `HTTPTransportError` if no answer came; `CancellationError`.
  mutating func look(at address: Endpoint) async throws -> ProtectedResourceMetadata? {
    guard !places.contains(where: { $0.address == address }) else { return nil }
    do {
      return try await metadata(at: address)
    } catch let nothing as UnusableResourceMetadata {
      places.append(MetadataPlace(address, nothing.content))
      return nil
    }
  }

  private func metadata(at address: Endpoint) async throws -> ProtectedResourceMetadata {
    guard !address.parts.isLoopback || resource.parts.isLoopback else { throw UnusableResourceMetadata(.loopback) }
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(MetadataPlace.request(address), body: [], limits: limits)
    } catch let error as HTTPTransportError where error.kind == .answerTooLarge {
      throw UnusableResourceMetadata(.noAnswer(error.kind))
    }
    guard answer.response.status == .ok else {
      throw UnusableResourceMetadata(.status(answer.response.status.code))
    }
    guard answer.mayBeJSON, let document = try? JSONValue(bytes: answer.json) else {
      throw UnusableResourceMetadata(.notJSON)
    }
    guard let members = document.object else { throw UnusableResourceMetadata(.unusable(.notAnObject)) }
    return try ProtectedResourceMetadata(members) { isAccepted($0, at: address) }
  }

  /// Returns whether a document at an address may be of a resource.
  ///
  /// The metadata of a resource above the URL, or of one whose path differs by a closing slash, counts only
  /// at that resource's own well-known location. Otherwise a tenant of a shared host could get tokens for
  /// the whole host (RFC 9728 §3.3).
  private func isAccepted(_ published: Endpoint, at address: Endpoint) -> Bool {
    if ParsedURI.areSameResource(published.text, resource.text) { return true }
    guard acceptsAbove, published.contains(resource) else { return false }
    let ownPlace = try? ProtectedResourceMetadata.wellKnownAddress(of: published)
    return ownPlace.map { ParsedURI.areSameResource($0.text, address.text) } ?? false
  }
}
