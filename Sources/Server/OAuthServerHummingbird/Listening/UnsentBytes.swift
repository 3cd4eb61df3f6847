internal import NIOCore
internal import NIOHTTP1

/// The bytes that were written for a client and can't be sent before the client reads earlier ones.
final class UnsentBytes {
  /// The time after which a client that reads nothing is disconnected.
  private let timeout: TimeAmount
  private var watching: RepeatedTask?

  init(timeout: Duration) {
    self.timeout = TimeAmount(timeout)
  }

  private static func count(_ context: ChannelHandlerContext) -> Int {
    // A closed connection has none.
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Closes the connection if no bytes are sent during one timeout.
  ///
  /// Nothing may be written while it watches, because new bytes would look like unsent ones.
  func watch(_ context: ChannelHandlerContext) {
    guard watching == nil else { return }
    let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
    let before = NIOLoopBoundBox(Self.count(context), eventLoop: context.eventLoop)
    watching = context.eventLoop.scheduleRepeatedTask(initialDelay: timeout, delay: timeout) { _ in
      let count = Self.count(connection.value)
      if count > 0, count >= before.value { connection.value.close(promise: nil) }
      before.value = count
    }
  }

  func stopWatching() {
    watching?.cancel()
    watching = nil
  }

  /// Calls `then` when all bytes are sent, or when the connection was closed.
  ///
  /// Nothing may be written after this call.
  func whenSent(_ context: ChannelHandlerContext, then: @escaping () -> Void) {
    guard Self.count(context) > 0,
      let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    else { return then() }
    watch(context)
    // An empty buffer is sent after all other bytes. It is written from the encoder's position, so
    // that it is no part of an answer.
    let writePromise = context.eventLoop.makePromise(of: Void.self)
    let eventLoop = context.eventLoop.assumeIsolated()
    writePromise.futureResult.assumeIsolated().whenComplete { _ in
      // Later, because NIO is still sending: TLS couldn't send its closing message.
      eventLoop.execute {
        self.stopWatching()
        then()
      }
    }
    encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: writePromise)
  }
}
