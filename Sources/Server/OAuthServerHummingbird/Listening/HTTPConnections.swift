internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Connections that read a whole request before they answer it, on the thread that reads and
/// writes.
///
/// Hummingbird's own connections (`HTTP1Channel`) pass a request to a task in pieces, so that its
/// body can have any length. The requests of an authorization server are short, and passing them
/// through asynchronous sequences and writers took as long as answering most of them.
/// `Scripts/bench/server` measures the difference.
struct HTTPConnections: ServerChildChannel {
  /// A connection, which Hummingbird counts, and its handler.
  struct Connection: ServerChildChannelValue {
    let channel: any Channel
    /// Whether the connection is closed at once, because there are too many.
    fileprivate let isRefused: Bool
    fileprivate let handler: NIOLoopBound<AnswerHandler>
  }

  /// The limits of a request's head. The request line of an authorization request has a few
  /// thousand bytes.
  private static var limits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = 32_768
    limits.maxHeaderListSize = 65_536
    limits.maxHeaderFieldCount = 100
    return limits
  }

  /// The number of bytes that the decoder keeps without reading them: more than the longest head.
  private static var maximumUnreadBytes: Int { 131_072 }

  let answering: RequestDispatcher
  let times: ConnectionTimeouts
  let open: OpenConnections

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      let connection = open.add(channel)
      let handler = AnswerHandler(answering, times: times, as: connection, on: channel.eventLoop)
      // The pipeline of NIO's `configureHTTPServerPipeline`, but with a limit: the decoder stops
      // reading at a request for another protocol, and keeps the bytes after it.
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: Self.limits),
        maximumBufferSize: Self.maximumUnreadBytes)
      // NIO needn't validate header fields: HTTP Types do.
      try channel.pipeline.syncOperations.addHandlers([
        HTTPResponseEncoder(), decoder, handler,
      ])
      // The server would end if it were closed here, before it is registered.
      return Connection(
        channel: channel, isRefused: connection == nil, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }
  }

  /// Returns when the connection is closed and no answer is computed any longer.
  func handle(value connection: Connection, logger: Logger) async {
    let eventLoop = connection.channel.eventLoop
    if connection.isRefused { connection.channel.close(promise: nil) }
    await withTaskCancellationHandler {
      eventLoop.execute { connection.handler.value.begin() }
      try? await connection.channel.closeFuture.get()
      await (try? eventLoop.submit { connection.handler.value.underWay }.get())??.value
    } onCancel: {
      // Closed first, so that the answer of an interrupted task isn't sent.
      eventLoop.execute {
        connection.channel.close(promise: nil)
        connection.handler.value.underWay?.cancel()
      }
    }
  }
}
