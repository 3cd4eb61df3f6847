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
}

extension AuthorizationServer: HTTPServing {}
