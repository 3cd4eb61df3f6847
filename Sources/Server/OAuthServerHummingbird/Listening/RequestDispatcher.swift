internal import HTTPTypes
internal import NIOCore
internal import NIOSSL
internal import OAuthCore
internal import OAuthServer

/// Passes the requests of a port's connections to the server, once it is created.
struct RequestDispatcher: Sendable {
  let pendingServer: PendingServer
  let clientCertificates: ClientCertificates?
  /// Whether answers tell browsers to use https only (RFC 6797): over TLS, and not on loopback, where
  /// other ports belong to other programs.
  let requiresHTTPS: Bool

  /// Answers a request.
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The body. A too large one is cut off after the piece that exceeds the limit.
  ///   - address: The address of the other end of the connection.
  ///   - channel: The connection, for the client's certificate.
  func answer(
    _ request: HTTPRequest, _ body: [UInt8], from address: ClientAddress?, over channel: any Channel
  ) async -> HTTPAnswer {
    if pendingServer.server == nil { await pendingServer.isSettled() }
    guard let server = pendingServer.server else { return HTTPAnswer(HTTPResponse(status: .serviceUnavailable)) }
    var answer = await server.respond(
      to: request, body: body, context: RequestContext(address: address, certificate: await certificate(channel)))
    if requiresHTTPS { answer.response.headerFields[.strictTransportSecurity] = "max-age=31536000" }
    return answer
  }

  /// Returns the client's certificate, whose key the client proved to have in the handshake. Nil
  /// if the client presented none or none was requested.
  private func certificate(_ channel: any Channel) async -> PeerCertificate? {
    guard let clientCertificates else { return nil }
    // Fails only for a connection without TLS, which has no certificate.
    return try? await channel.nioSSL_peerCertificate().get().flatMap(clientCertificates.certificate)
  }
}
