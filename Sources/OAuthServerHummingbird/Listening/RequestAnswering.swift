internal import HTTPTypes
internal import NIOCore
internal import NIOSSL
internal import OAuthCore
internal import OAuthServer

/// What answers the requests of a port's connections, once it is there.
struct RequestAnswering: Sendable {
  let made: MadeServer
  let clientCertificates: ClientCertificates?

  /// Answers a request with what is known about the connection that it came over.
  /// - Parameters:
  ///   - body: no more of it than an authorization server reads, and one piece.
  ///   - address: the other end of the connection.
  func answer(
    _ request: HTTPRequest, _ body: [UInt8], from address: ClientAddress?, over channel: any Channel
  ) async -> HTTPAnswer {
    if made.server == nil { await made.isSettled() }
    guard let server = made.server else { return HTTPAnswer(HTTPResponse(status: .serviceUnavailable)) }
    return await server.respond(
      to: request, body: body, context: RequestContext(address: address, certificate: await certificate(channel)))
  }

  /// The certificate that the other end proved to have; nil if it showed none or wasn't asked.
  private func certificate(_ channel: any Channel) async -> ClientCertificate? {
    guard let clientCertificates else { return nil }
    // It fails only for a connection without TLS, which has none to show.
    return try? await channel.nioSSL_peerCertificate().get().flatMap(clientCertificates.certificate)
  }
}
