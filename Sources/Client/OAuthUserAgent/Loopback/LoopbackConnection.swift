#if LOOPBACK
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// One connection to the listener. It gets one page, which ends it.
final class LoopbackConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The maximum size of a request body in bytes. A signed response has a few thousand.
  private static let longestBody = 65_536

  private let exchange: LoopbackExchange
  private var request: HTTPRequest?
  /// The request's body so far; `nil` if it is longer than any response.
  private var body: [UInt8]? = []

  init(_ exchange: LoopbackExchange) {
    self.exchange = exchange
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      request = HTTPRequest(head)
      body = []
    case .body(let part):
      let bytes = (body ?? []) + part.readableBytesView
      body = body == nil || bytes.count > Self.longestBody ? nil : bytes
    case .end:
      guard let request else { return context.close(promise: nil) }
      answer(request, in: context)
    }
  }

  private func answer(_ request: HTTPRequest, in context: ChannelHandlerContext) {
    let page = exchange.page(for: request, body: body)
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: page.head.status.code),
      headers: HTTPHeaders(page.head.headerFields.map { ($0.name.rawName, $0.value) }))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: page.body(for: request.method))))), promise: nil)
    let (channel, exchange) = (context.channel, exchange)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      // The page reaches the browser before the listener stops.
      channel.close().whenComplete { _ in exchange.finishIfOver() }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

extension HTTPRequest {
  /// Creates a request from the head of a received one; `nil` if its method is no token.
  ///
  /// A request without exactly one `Host` field has no authority (RFC 9112 §3.2).
  fileprivate init?(_ head: HTTPRequestHead) {
    guard let method = Method(head.method.rawValue) else { return nil }
    let hosts = head.headers["host"]
    self.init(method: method, scheme: "http", authority: hosts.count == 1 ? hosts[0] : nil, path: head.uri)
    for (name, value) in head.headers {
      if let name = HTTPField.Name(name) { headerFields.append(HTTPField(name: name, value: value)) }
    }
  }
}
#endif
