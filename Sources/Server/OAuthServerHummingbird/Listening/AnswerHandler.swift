internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import OAuthCore
internal import OAuthServer

/// Answers the requests of one connection, one after the other, in their order.
///
/// The handler reads and writes. ``ConnectionState`` decides what follows each event.
///
/// The handler stands in for Hummingbird's `HTTP1Channel`. It was measured on 2 cores (AMD EPYC), on
/// SQLite, against `HTTP1Channel` with its tasks on Swift's default executor, and with its tasks on the
/// event loop (`Scripts/bench/server --only pixy,http1channel,loop`). With 8 connections it
/// does 1.15 and 1.17 times the code flows and 1.42 and 1.30 times the refreshes a second. With 64
/// connections it does 1.14 and 1.19 times the code flows and 1.35 and 1.25 times the refreshes.
final class AnswerHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  /// The state of the channel's demand to read.
  private enum ReadDemand {
    /// Held back, because `begin()` wasn't called yet.
    case notBegun
    /// Passed on to the channel.
    case passedOn
    /// Held back until fewer messages wait or the client reads its answers.
    case heldBack
  }

  /// Nothing is read while so many messages wait, because a client that doesn't wait for its
  /// answers must not fill the memory.
  private static var readAheadLimit: Int { 8 }

  private let answering: RequestDispatcher
  private let times: ConnectionTimeouts
  private let executor: EventLoopExecutor
  private let unsent: UnsentBytes
  /// The connection among the port's others. Nil for one that is closed without an answer.
  private let connection: OpenConnections.Connection?
  private var state = ConnectionState.resting
  private var readDemand = ReadDemand.notBegun
  /// The request that is being read. Nil between requests, and once a request is too large, because
  /// its rest is discarded.
  private var reading: ReceivedRequest?
  /// The time by which the request that is being read has to be complete. Nil between
  /// requests, and for a request that arrived whole with its first bytes.
  private var deadline: NIODeadline?
  /// Nil before the handler is in the pipeline, and after the connection was closed.
  private var context: ChannelHandlerContext?
  /// Closes the connection if the client doesn't do so after the last answer.
  private var hangingUp: Scheduled<Void>?
  /// The client's address, once it is known.
  private var address: ClientAddress?
  /// The task that computes the current answer. It can outlast the connection.
  private(set) var underWay: Task<Void, Never>?

  init(
    _ answering: RequestDispatcher, times: ConnectionTimeouts, as connection: OpenConnections.Connection?,
    on eventLoop: any EventLoop
  ) {
    self.answering = answering
    self.connection = connection
    self.times = times
    unsent = UnsentBytes(timeout: times.writing)
    executor = EventLoopExecutor(eventLoop)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    hangingUp?.cancel()
    unsent.stopWatching()
    state.disconnected()
    self.context = nil
  }

  /// Starts to read, and to measure how long the connection is idle.
  ///
  /// Nothing is read before. A server that is cancelled may never learn of a connection that it
  /// accepted, and would leave an answer running on it.
  func begin() {
    guard let context else { return }
    readDemand = .heldBack
    // Fails only if the connection was closed meanwhile, and isn't needed then.
    try? context.pipeline.syncOperations.addHandler(
      IdleStateHandler(readTimeout: TimeAmount(times.idle)), position: .before(self))
    read(context: context)
  }

  // MARK: Events of the channel

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      reading = ReceivedRequest(head)
      inviteBody(context)
    case .body(let piece):
      reading?.body.append(contentsOf: piece.readableBytesView)
      // The server answers that the body is too large. The rest of it is discarded.
      if reading?.isTooLarge == true { requestIsRead(context) }
    case .end:
      requestIsRead(context)
    }
  }

  /// Limits the time in which a request has to arrive.
  ///
  /// Most requests arrive at once. The idle timeout limits the time between two pieces of a
  /// request, and the deadline limits the time for all of them.
  func channelReadComplete(context: ChannelHandlerContext) {
    if reading != nil {
      let now = NIODeadline.now()
      if let deadline, deadline <= now {
        reading = nil
        receive(.late, context)
      } else if deadline == nil {
        deadline = now + TimeAmount(times.request)
      }
    }
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    guard readDemand != .notBegun else { return }
    let mayRead = context.channel.isWritable && state.waitingCount < Self.readAheadLimit
    readDemand = mayRead ? .passedOn : .heldBack
    if mayRead { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      if !state.isOver { unsent.stopWatching() }
      follow(state.becameWritable(), context)
      proceed(context)
    }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed: follow(state.inputClosed(), context)
    case is IdleStateHandler.IdleStateEvent: follow(state.idle(isWritable: context.channel.isWritable), context)
    case is ChannelShouldQuiesceEvent: follow(state.quiesce(isReading: reading != nil), context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case is HTTPParserError, is ByteToMessageDecoderError.PayloadTooLargeError: receive(.malformed, context)
    // Bytes after those that couldn't be read. The answer to the first ones is the last answer.
    case is ByteToMessageDecoderError: break
    // Any other error ends the connection, and there is no client left to report it to.
    default: context.close(promise: nil)
    }
  }

  // MARK: Requests

  private func requestIsRead(_ context: ChannelHandlerContext) {
    guard let request = reading else { return }
    (reading, deadline) = (nil, nil)
    receive(.request(request), context)
  }

  private func receive(_ message: ConnectionState.Message, _ context: ChannelHandlerContext) {
    follow(state.received(message, isWritable: context.channel.isWritable), context)
  }

  /// Invites the client to send the body, if it waits for that and everything before it is answered
  /// (RFC 9110 §10.1.1).
  private func inviteBody(_ context: ChannelHandlerContext) {
    guard reading?.expectsContinue == true, state.isAtRest, context.channel.isWritable else { return }
    reading?.expectsContinue = false
    deadline = nil
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  private func follow(_ step: ConnectionState.Step, _ context: ChannelHandlerContext) {
    switch step {
    case .wait: break
    case .answer(let message): answer(message, context)
    case .watch: unsent.watch(context)
    case .close: unsent.whenSent(context) { context.close(promise: nil) }
    }
  }

  /// Reads on, after an answer was written or the channel became writable again.
  private func proceed(_ context: ChannelHandlerContext) {
    inviteBody(context)
    if readDemand == .heldBack { read(context: context) }
  }

  // MARK: Answers

  private func answer(_ message: ConnectionState.Message, _ context: ChannelHandlerContext) {
    switch message {
    case .request(let receivedRequest):
      guard let request = try? receivedRequest.request() else { return reject(.badRequest, context) }
      answer(request, receivedRequest, context)
    case .malformed: reject(.badRequest, context)
    case .late: reject(.requestTimeout, context)
    }
  }

  /// Answers a message that the server can't be asked about. The connection ends with it.
  private func reject(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    send(HTTPAnswer(HTTPResponse(status: status)), withoutBody: true, endsConnection: true, context)
  }

  private func answer(_ request: HTTPRequest, _ receivedRequest: ReceivedRequest, _ context: ChannelHandlerContext) {
    if address == nil { address = context.remoteAddress?.ipAddress.flatMap(ClientAddress.init) }
    let (answering, address, channel, eventLoop) = (answering, address, context.channel, context.eventLoop)
    connection?.isAnswering()
    let loopBound = NIOLoopBound((handler: self, context: context), eventLoop: eventLoop)
    underWay = Task(executorPreference: executor) {
      let answer = await answering.answer(request, receivedRequest.body, from: address, over: channel)
      @Sendable func finish() {
        let (handler, context) = loopBound.value
        handler.underWay = nil
        handler.connection?.isResting()
        handler.send(
          answer, withoutBody: receivedRequest.hasHeadMethod, endsConnection: receivedRequest.isLast, context)
      }
      // A task returns to the executor that it prefers, which is this thread, but Swift doesn't
      // guarantee it.
      if eventLoop.inEventLoop { finish() } else { eventLoop.execute(finish) }
    }
  }

  /// Writes an answer, and continues with what waits for it.
  /// - Parameters:
  ///   - withoutBody: Whether the body is left out, as in an answer to HEAD (RFC 9110 §9.3.2).
  ///     The client would take the body for the next answer.
  ///   - endsConnection: Whether the request makes this the last answer.
  private func send(
    _ answer: HTTPAnswer, withoutBody: Bool, endsConnection: Bool, _ context: ChannelHandlerContext
  ) {
    let isLast: Bool
    switch state.answerIsReady(endsConnection: endsConnection, isReading: reading != nil) {
    case .beforeOthers: isLast = false
    case .asLast: isLast = true
    case .discarded: return
    }
    context.write(wrapOutboundOut(.head(HTTPResponseHead(answer, isLast: isLast))), promise: nil)
    if !answer.body.isEmpty, !withoutBody {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isLast { end(context) } else { follow(state.answerWasWritten(isWritable: context.channel.isWritable), context) }
    proceed(context)
  }

  /// Ends the connection after the last answer.
  ///
  /// A client that still sends would lose the answer if the connection were closed at once
  /// (RFC 9112 §9.6). It gets time to read the answer and to close the connection itself.
  private func end(_ context: ChannelHandlerContext) {
    unsent.whenSent(context) {
      guard case .lingering = self.state else { return context.close(promise: nil) }
      self.hangingUp = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(self.times.hangingUp)) {
        context.close(promise: nil)
      }
      context.close(mode: .output, promise: nil)
    }
  }
}
