public import HTTPTypes
public import OAuthCore

/// Something that answers HTTP requests whole: an ``AuthorizationServer``, or what a test puts in its place.
///
/// `OAuthServerHummingbird` puts one on a port.
public protocol HTTPServing: Sendable {
  /// Answers one request.
  ///
  /// It never throws: what goes wrong inside is an answer too.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body; whoever carries HTTP reads no more of them than
  ///     ``AuthorizationServer/maximumBodyOctets`` and one piece.
  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer

  /// Answers one request of which more is known than HTTP says.
  ///
  /// Who doesn't care about that need not implement it: ``respond(to:body:)`` answers then.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body.
  ///   - context: the client certificate of the connection, for example.
  func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer
}

extension HTTPServing {
  /// Answers without looking at the context.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body.
  ///   - context: isn't looked at.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    await respond(to: request, body: body)
  }
}

