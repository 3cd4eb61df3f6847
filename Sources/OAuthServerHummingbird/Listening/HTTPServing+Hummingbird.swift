#if Hummingbird
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import OAuthCore
internal import OAuthServer

extension HTTPServing {
  /// Answers a request of Hummingbird's. No more of its body is held than an authorization server reads.
  /// - Parameters:
  ///   - connection: what is known about the connection that it came over.
  ///   - certificate: what the connection's client proved to have.
  func respond(
    to request: Request, over connection: ConnectionContext, _ certificate: ClientCertificate?
  ) async throws -> Response {
    var body: [UInt8] = []
    for try await buffer in request.body {
      body.append(contentsOf: buffer.readableBytesView)
      guard body.count <= AuthorizationServer.maximumBodyOctets else { break }
    }
    var context = OAuthServer.RequestContext(certificate: certificate)
    context.address = connection.remoteAddress?.ipAddress.flatMap(ClientAddress.init)
    let answer = await respond(to: request.head, body: body, context: context)
    return Response(
      status: answer.response.status, headers: answer.response.headerFields,
      body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
#endif
