public import HTTPTypes
public import OAuthCore

/// A type that answers complete HTTP requests: an ``AuthorizationServer``, or a replacement in a
/// test.
///
/// `OAuthServerHummingbird` serves it on a port.
public protocol HTTPServing: Sendable {
  /// Answers one request.
  ///
  /// The HTTP server calls it once for each request. It never throws: a failure inside is answered
  /// too.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields, as received.
  ///   - body: The body. The HTTP server should stop reading a body after
  ///     ``AuthorizationServer/maximumBodyBytes`` bytes and one more chunk.
  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer

  /// Answers one request with additional information from the HTTP server.
  ///
  /// Types that don't need the context implement only ``respond(to:body:)``.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields, as received.
  ///   - body: The body.
  ///   - context: The client's address and certificate, as far as they are known.
  func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer
}

extension HTTPServing {
  /// Answers a request by ``respond(to:body:)``, and ignores the context.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields, as received.
  ///   - body: The body.
  ///   - context: Ignored.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    await respond(to: request, body: body)
  }
}
