public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// A transport to an authorization server in the same process, without a socket.
///
/// It applies the client's size limit. It applies the client's timeout only to a planned hang
/// (``ServerFault/hang``), so that a slow machine doesn't fail a test.
public struct InProcessTransport: HTTPTransport {
  private let server: any HTTPServing
  private let origin: String

  /// Creates a transport to a server.
  ///
  /// - Parameter server: The server, which answers requests to its issuer's origin.
  public init(_ server: AuthorizationServer) {
    self.init(server, at: server.issuer)
  }

  /// Creates a transport to a server at an issuer's origin.
  /// - Parameters:
  ///   - server: An authorization server, or a test's wrapper around one.
  ///   - issuer: The issuer whose origin reaches the server.
  public init(_ server: any HTTPServing, at issuer: Issuer) {
    self.server = server
    origin = issuer.origin
  }

  /// Returns the server's answer.
  /// - Throws: `HTTPTransportError` with `connectionFailed` if the request has another origin,
  ///   `timedOut` if a planned hang lasts longer than the client's timeout, and `answerTooLarge`;
  ///   `CancellationError` if the task is cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let requestedOrigin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard requestedOrigin == origin else { throw HTTPTransportError(.connectionFailed, origin: requestedOrigin) }
    guard limits.timeout > .zero else { throw HTTPTransportError(.timedOut, origin: origin) }
    let answer: HTTPAnswer? =
      if let faulty = server as? FaultyServer {
        await faulty.answer(to: request, body: body, within: limits.timeout)
      } else {
        await server.respond(to: request, body: body)
      }
    try Task.checkCancellation()
    guard let answer else { throw HTTPTransportError(.timedOut, origin: origin) }
    guard answer.body.count <= max(limits.answerBytes, 0) else {
      throw HTTPTransportError(.answerTooLarge, origin: origin)
    }
    return answer
  }
}
