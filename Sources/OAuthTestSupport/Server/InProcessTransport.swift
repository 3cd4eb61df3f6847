public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// Gives requests to an authorization server in the same process: no socket, no port, nothing to wait for.
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
  /// - Throws: `connectionFailed` if the address isn't the server's.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let asked = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard asked == origin else { throw HTTPTransportError(.connectionFailed, origin: asked) }
    return await server.respond(to: request, body: body)
  }
}
