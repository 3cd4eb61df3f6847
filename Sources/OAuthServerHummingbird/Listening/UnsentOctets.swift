internal import NIOCore
internal import NIOHTTP1

/// What was written for a client, and can't be sent before the client reads what came before it.
final class UnsentOctets {
  /// How long none may be sent.
  private let patience: TimeAmount
  private var watching: RepeatedTask?

  init(patience: Duration) {
    self.patience = TimeAmount(patience)
  }

  private static func count(_ context: ChannelHandlerContext) -> Int {
    // A closed connection has none.
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Closes the connection once none are sent for too long. Nothing may be written meanwhile: it would look as if none had been sent.
  func watch(_ context: ChannelHandlerContext) {
    guard watching == nil else { return }
    let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
    let before = NIOLoopBoundBox(Self.count(context), eventLoop: context.eventLoop)
    watching = context.eventLoop.scheduleRepeatedTask(initialDelay: patience, delay: patience) { _ in
      let count = Self.count(connection.value)
      if count > 0, count >= before.value { connection.value.close(promise: nil) }
      before.value = count
    }
  }

  func watchNoMore() {
    watching?.cancel()
    watching = nil
  }

  /// Calls `then` when all are sent, or can't be any more. Nothing may be written from now on.
  func whenSent(_ context: ChannelHandlerContext, then: @escaping () -> Void) {
    guard Self.count(context) > 0,
      let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    else { return then() }
    watch(context)
    // No octets are sent after all others; written from there, they are no part of an answer.
    let sent = context.eventLoop.makePromise(of: Void.self)
    let eventLoop = context.eventLoop.assumeIsolated()
    sent.futureResult.assumeIsolated().whenComplete { _ in
      // Not at once: that is while NIO sends, and what TLS says at the end wouldn't be sent any more.
      eventLoop.execute {
        self.watchNoMore()
        then()
      }
    }
    encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: sent)
  }
}
