public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// Gives requests to an authorization server in the same process: no socket and no port. The client's limits hold as on a network.
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
  /// - Throws: `HTTPTransportError`: `connectionFailed` if the address isn't the server's, `timedOut` if there is no answer in time by the
  ///   machine's clock, `answerTooLarge`; `CancellationError` if the task was cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let asked = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard asked == origin else { throw HTTPTransportError(.connectionFailed, origin: asked) }
    let answer = try await answer(request, body, within: limits.timeout)
    try Task.checkCancellation()
    guard let answer else { throw HTTPTransportError(.timedOut, origin: origin) }
    guard answer.body.count <= max(limits.answerOctets, 0) else {
      throw HTTPTransportError(.answerTooLarge, origin: origin)
    }
    return answer
  }

  /// Nil if there is none in time. Whoever answers is cancelled then.
  private func answer(_ request: HTTPRequest, _ body: [UInt8], within limit: Duration) async throws -> HTTPAnswer? {
    guard limit > .zero else { return nil }
    return try await withThrowingTaskGroup(of: HTTPAnswer?.self) { [server] group in
      group.addTask { await server.respond(to: request, body: body) }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
