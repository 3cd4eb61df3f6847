public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// Gives requests to an authorization server in the same process: no socket, no port, nothing to wait for.
public struct InProcessTransport: HTTPTransport {
  private let server: AuthorizationServer

  /// Everything that is sent goes to this server.
  public init(_ server: AuthorizationServer) {
    self.server = server
  }

  /// Lets the server answer.
  /// - Throws: `connectionFailed` if the address isn't the server's.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard origin == server.issuer.origin else { throw HTTPTransportError(.connectionFailed, origin: origin) }
    return await server.respond(to: request, body: body)
  }
}
