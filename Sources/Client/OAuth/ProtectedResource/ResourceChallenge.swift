internal import HTTPTypes
package import OAuthCore

/// The challenge with which a protected resource rejects a request without a token, or one whose token
/// isn't enough (RFC 6750 §3, RFC 9728 §5.1).
package struct ResourceChallenge: Sendable, Hashable {
  /// The `WWW-Authenticate` fields.
  package let fields: [String]
  /// The address of the resource's metadata; `nil` if no challenge names it.
  package let metadata: Endpoint?
  /// The scope that a token needs; `nil` if no challenge names it.
  package let scope: Scope?
  /// Whether the resource accepts only tokens that are bound to a key: of the challenges for access
  /// tokens, all have the scheme `DPoP` (RFC 9449 §7.1).
  package let requiresDPoP: Bool
  /// Whether the resource accepted the token, and asks for more scope (RFC 6750 §3.1).
  package let lacksScope: Bool

  /// Reads `WWW-Authenticate` fields. What can't be read counts as absent.
  package init(fields: [String]) {
    self.fields = fields
    let challenges = (try? AuthenticateChallenge.read(fields: fields)) ?? []
    let leading = challenges.first { $0.resourceMetadata != nil }
    metadata = leading?.resourceMetadata
    scope = leading?.scope ?? challenges.lazy.compactMap(\.scope).first
    lacksScope = challenges.contains { $0.error == .insufficientScope }
    requiresDPoP = challenges.contains { $0.isScheme("DPoP") } && !challenges.contains { $0.isScheme("Bearer") }
  }

  /// Reads the fields of an answer.
  package init(_ answer: HTTPAnswer) {
    self.init(fields: answer.response.headerFields[values: .wwwAuthenticate])
  }

  /// Whether there is no challenge.
  package var isEmpty: Bool { fields.isEmpty }
}

extension ResourceChallenge {
  /// The answer of a URL to requests without a token.
  package struct Probe: Sendable {
    /// The challenge; empty if there is none.
    package let challenge: ResourceChallenge
    /// The status; `nil` for a body without an end, such as an event stream.
    package let status: Int?
  }

  /// The request of an MCP client that changes nothing. Servers check the token before the message.
  private static let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": [:]]

  /// Sends a URL a GET request without a token and, if it isn't answered with 401, a POST request.
  ///
  /// MCP servers of 2026-07-28 answer GET with 405 or 404 (Streamable HTTP).
  ///
  /// - Throws: `HTTPTransportError` if no answer came; `CancellationError`.
  package static func probe(
    _ url: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits
  ) async throws -> Probe {
    let first = try await answer(MetadataPlace.request(url), [], transport, limits)
    if let first, first.response.status == .unauthorized { return Probe(first) }
    var post = url.request(.post)
    post.headerFields[.accept] = "application/json, text/event-stream"
    post.headerFields[.contentType] = "application/json"
    post.headerFields[.userAgent] = EndpointRequest.userAgent
    let second = try await answer(post, message.bytes(), transport, limits)
    if let second, second.response.status == .unauthorized { return Probe(second) }
    // Neither asks for a token. A challenge of another status still names the metadata.
    if let first, !ResourceChallenge(first).isEmpty { return Probe(first) }
    return Probe(second ?? first)
  }

  /// Returns the challenge of ``probe(_:through:limits:)``.
  package static func probing(
    _ url: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits
  ) async throws -> ResourceChallenge {
    try await probe(url, through: transport, limits: limits).challenge
  }

  private static func answer(
    _ request: HTTPRequest, _ body: [UInt8], _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> HTTPAnswer? {
    do {
      return try await transport.send(request, body: body, limits: limits)
    } catch let error as HTTPTransportError where error.kind == .timedOut || error.kind == .answerTooLarge {
      return nil
    }
  }
}

extension ResourceChallenge.Probe {
  fileprivate init(_ answer: HTTPAnswer?) {
    challenge = answer.map { ResourceChallenge($0) } ?? ResourceChallenge(fields: [])
    status = answer?.response.status.code
  }
}
