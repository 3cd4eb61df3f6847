#if NIO_CLIENT
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import OAuthCore

/// Sends one request over a new connection, and collects the response.
final class NIOExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  /// The reason why a response isn't used.
  enum Failure: Error {
    case tooLarge
    /// The connection ended before the response did.
    case cutOff
  }

  private let head: HTTPRequestHead
  private let body: [UInt8]
  /// The largest accepted body of the response in bytes.
  private let limit: Int
  private let answer: EventLoopPromise<HTTPAnswer>
  private var response = HTTPAnswer(HTTPResponse(status: .ok))

  init(_ head: HTTPRequestHead, body: [UInt8], limit: Int, _ answer: EventLoopPromise<HTTPAnswer>) {
    self.head = head
    self.body = body
    self.limit = limit
    self.answer = answer
  }

  // With TLS, the request waits until the server's certificate was accepted.
  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !body.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil))).cascadeFailure(to: answer)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response.response.status = .init(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
      for (name, value) in head.headers {
        if let name = HTTPField.Name(name) {
          response.response.headerFields.append(HTTPField(name: name, value: value))
        }
      }
    case .body(let part):
      guard response.body.count + part.readableBytes <= limit else { return answer.fail(Failure.tooLarge) }
      response.body.append(contentsOf: part.readableBytesView)
    case .end: answer.succeed(response)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    answer.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    answer.fail(Failure.cutOff)
  }
}
#endif
