internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Connections whose requests are read whole and answered whole, on the thread that reads and writes them.
///
/// Hummingbird's own kind (`HTTP1Channel`) hands requests to a task in pieces, for bodies of any length. These have few octets, and going
/// through its sequences and writers took as long as answering most requests.
struct AnsweredConnections: ServerChildChannel {
  /// A connection that Hummingbird counts, and what answers on it.
  struct Connection: ServerChildChannelValue {
    let channel: any Channel
    fileprivate let handler: NIOLoopBound<AnswerHandler>
  }

  /// A request line with an authorization request is a few thousand octets.
  private static var limits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = 32_768
    limits.maxHeaderListSize = 65_536
    limits.maxHeaderFieldCount = 100
    return limits
  }

  /// What can't be read is kept no longer than the longest head may be.
  private static var mostUnread: Int { 131_072 }

  let answering: RequestAnswering
  let times: ConnectionTimes

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      let handler = AnswerHandler(answering, times: times, on: channel.eventLoop)
      // As NIO puts them together, but with a limit: its decoder reads nothing after a request that asks for another protocol.
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: Self.limits),
        maximumBufferSize: Self.mostUnread)
      // HTTP Types check header fields.
      try channel.pipeline.syncOperations.addHandlers([
        HTTPResponseEncoder(), decoder, handler,
      ])
      return Connection(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }
  }

  /// Returns when the connection is closed and nothing is being answered any more.
  func handle(value connection: Connection, logger: Logger) async {
    let eventLoop = connection.channel.eventLoop
    await withTaskCancellationHandler {
      eventLoop.execute { connection.handler.value.begin() }
      try? await connection.channel.closeFuture.get()
      await (try? eventLoop.submit { connection.handler.value.underWay }.get())??.value
    } onCancel: {
      // At once, so that what an interrupted task has to say isn't sent any more.
      eventLoop.execute {
        connection.channel.close(promise: nil)
        connection.handler.value.underWay?.cancel()
      }
    }
  }
}
