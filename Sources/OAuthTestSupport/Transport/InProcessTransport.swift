public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// Gives requests to an authorization server in the same process: no socket and no port.
///
/// Of the client's limits the one for size holds, and the one for time where a server hangs (``ServerFault/hang``): nothing else here takes
/// time but work, and a slow machine breaks no test.
public struct InProcessTransport: HTTPTransport {
  private let server: any HTTPServing
  private let origin: String

  /// Everything that is sent goes to this server.
  ///
  /// - Parameter server: answers what is sent to its issuer's origin.
  public init(_ server: AuthorizationServer) {
    self.init(server, at: server.issuer)
  }

  /// Everything that is sent goes to this server.
  /// - Parameters:
  ///   - server: answers: an authorization server, or what a test puts in front of one.
  ///   - issuer: where it is.
  public init(_ server: any HTTPServing, at issuer: Issuer) {
    self.server = server
    origin = issuer.origin
  }

  /// Lets the server answer.
  /// - Throws: `HTTPTransportError`: `connectionFailed` if the address isn't the server's, `timedOut` if what hangs does so for longer than
  ///   the client waits, by the machine's clock, `answerTooLarge`; `CancellationError` if the task was cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let asked = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard asked == origin else { throw HTTPTransportError(.connectionFailed, origin: asked) }
    guard limits.timeout > .zero else { throw HTTPTransportError(.timedOut, origin: origin) }
    let answer: HTTPAnswer? =
      if let faulty = server as? FaultyServer {
        await faulty.answer(to: request, body: body, within: limits.timeout)
      } else {
        await server.respond(to: request, body: body)
      }
    try Task.checkCancellation()
    guard let answer else { throw HTTPTransportError(.timedOut, origin: origin) }
    guard answer.body.count <= max(limits.answerOctets, 0) else {
      throw HTTPTransportError(.answerTooLarge, origin: origin)
    }
    return answer
  }
}
